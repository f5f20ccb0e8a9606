"""Sets made so that the claim of a paper can fail on them, where the labelled sets leave it nothing to show."""

from __future__ import annotations

from datetime import datetime
from html import escape
from html.parser import HTMLParser
from pathlib import Path

from .sets import Labelled, Page, label, read_pages, read_pairs, write

WORDS_MOST = 120  # of a short text
LEFT_MOST = 0.2  # of a shell's own article may be left in it


class Shell(HTMLParser):
    """A page without its article and its title: what stands before the article's place, and behind."""

    TITLE = "\0"  # where the title stood: no page has this character

    def __init__(self, page: Page) -> None:
        super().__init__(convert_charrefs=True)
        self.article = " ".join(str(page["text"]).split())
        self.parts: list[str] = [""]
        self.left = self.article  # what of it was not met yet
        self.feed(page["html"])
        self.close()

    @property
    def is_good(self) -> bool:
        return len(self.parts) == 2 and len(self.left) <= LEFT_MOST * len(self.article)

    def around(self, title: str, text: str) -> str:
        body = "".join(f"<p>{escape(' '.join(part.split()))}</p>" for part in text.split("\n\n"))
        return (self.parts[0] + body + self.parts[1]).replace(self.TITLE, escape(title))

    def handle_data(self, data: str) -> None:
        said = " ".join(data.split())
        if self.lasttag == "title" and said:
            self.parts[-1] += self.TITLE
            return
        if len(said) < 3 or said not in self.article:
            self.parts[-1] += data if self.lasttag in self.CDATA_CONTENT_ELEMENTS else escape(data, quote=False)
            return
        self.left = self.left.replace(said, "", 1)
        if len(self.parts) == 1 and len(said) > 40:
            self.parts.append("")

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.parts[-1] += self.get_starttag_text() or ""

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        self.lasttag = ""
        self.parts[-1] += f"</{tag}>"


def shells(folder: Path) -> list[Shell]:
    """Of the folder real-pages: whole pages of the web, with their article in `text`."""
    path = folder / "real-pages" / "pages.jsonl.gz"
    pages = read_pages(path) if path.exists() else []
    return [shell for page in pages if page.get("text") and (shell := Shell(page)).is_good]


def noisy(folder: Path, of: Labelled, around: list[Shell]) -> Labelled | None:
    """Short texts in shells of real pages, duplicates in two different ones: much noise around little content."""
    if len(around) < 2 or of.is_chinese:
        return None
    read = read_pages(of.pages)
    texts = {page["id"]: str(page.get("text") or "") for page in read}
    titles = {page["id"]: str(page.get("title") or "") for page in read}
    short = {page for page, text in texts.items() if 0 < len(text.split()) <= WORDS_MOST}
    pairs = [pair for pair in read_pairs(of.truth) if set(pair[:2]) <= short]
    same = {page for pair in pairs if label(pair) == "dup" for page in pair[:2]}
    others = sorted(short - {page for pair in pairs for page in pair[:2]}, key=lambda page: (len(texts[page]), page))[: len(same)]
    if not same:
        return None
    pages = [
        {
            "id": page,
            "url": f"http://shell{i % len(around)}.example/{page}",
            "html": around[i % len(around)].around(titles[page], texts[page]),
        }
        for i, page in enumerate(sorted(same) + others)
    ]
    kept = {str(page["id"]) for page in pages}
    return write(folder, f"{of.name}, short in real shells", pages, [pair for pair in pairs if set(pair[:2]) <= kept])


def singles(folder: Path, of: Labelled) -> Labelled | None:
    """Classes of one article: whatever is dropped is wrong."""
    pairs = read_pairs(of.truth)
    paired = {page for pair in pairs if label(pair) != "neg" for page in pair[:2]}
    pages = [page for page in read_pages(of.pages) if page["id"] not in paired]
    negatives = [pair for pair in pairs if not paired & set(pair[:2])]
    if len(pages) < 100:
        return None
    return write(folder, f"{of.name}, one article a class", pages, negatives or [[str(pages[0]["id"]), str(pages[1]["id"]), "neg"]])


def of_one_hour(folder: Path, of: Labelled) -> Labelled | None:
    """The pages of pairs that were published within an hour: reprints and corrections, beside the next report of the same thing."""
    pages = {page["id"]: page for page in read_pages(of.pages)}
    if not all("date" in page for page in pages.values()):
        return None
    when = {name: datetime.fromisoformat(page["date"]) for name, page in pages.items()}
    pairs = read_pairs(of.truth)
    kept = {page for pair in pairs if abs((when[pair[0]] - when[pair[1]]).total_seconds()) <= 3600 for page in pair[:2]}
    chosen = [page for name, page in pages.items() if name in kept]
    return write(folder, f"{of.name}, of one hour", chosen, [pair for pair in pairs if set(pair[:2]) <= kept])
