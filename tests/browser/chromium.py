"""chromium — a real browser, driven over its debugging pipe (Chrome DevTools Protocol).

    with Chromium() as browser:
        page = browser.open("file:///tmp/report.html")
        page.wait("document.body?.dataset.ready")
        page.js("document.title")
        page.key("ArrowDown")
        page.errors          what the console and the page complained of
"""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PATIENCE = 600  # seconds; only a browser that hangs needs so many


class Left(Exception):
    """The page was left for another one while it was asked."""


class Chromium:
    def __init__(self, width=1400, height=900):
        self.folder = tempfile.mkdtemp()
        to_read, to_browser = os.pipe()
        from_browser, to_write = os.pipe()

        def place():  # the browser reads 3 and writes 4
            os.dup2(to_read, 30)
            os.dup2(to_write, 31)
            os.dup2(30, 3)
            os.dup2(31, 4)

        self.process = subprocess.Popen(
            [PROGRAM, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-extensions", "--disable-background-networking", "--hide-scrollbars", "--remote-debugging-pipe",
             f"--user-data-dir={self.folder}", f"--window-size={width},{height}", "about:blank"],
            close_fds=False, preexec_fn=place, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.to, self.source, self.rest, self.last, self.pages = to_browser, from_browser, b"", 0, {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        os.close(self.to)
        os.close(self.source)
        shutil.rmtree(self.folder, ignore_errors=True)

    def message(self, until):
        """The next message of the browser."""
        while b"\0" not in self.rest:
            if not select.select([self.source], [], [], max(0, until - time.monotonic()))[0]:
                raise TimeoutError("the browser says nothing")
            some = os.read(self.source, 1 << 20)
            if not some:
                raise ConnectionError("the browser has ended")
            self.rest += some
        message, _, self.rest = self.rest.partition(b"\0")
        message = json.loads(message)
        page = self.pages.get(message.get("sessionId"))
        if page and "method" in message:
            page.note(message["method"], message["params"])
        return message

    def call(self, method, session=None, **parameters):
        self.last += 1
        wanted = self.last
        message = {"id": wanted, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        whole = json.dumps(message).encode() + b"\0"
        while whole:
            whole = whole[os.write(self.to, whole):]
        until = time.monotonic() + PATIENCE
        while True:
            answer = self.message(until)
            if answer.get("id") == wanted:
                if "navigated" in answer.get("error", {}).get("message", ""):
                    raise Left()
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def open(self, url, dark=False, width=1400, height=900):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self.pages[session] = Page(self, session)
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.call(f"{domain}.enable")
        page.resize(width, height)
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        page.call("Page.navigate", url=url)
        return page


class Page:
    def __init__(self, browser, session):
        self.browser, self.session = browser, session
        self.errors, self.exceptions, self.requests = [], [], []

    def note(self, method, what):
        if method == "Runtime.exceptionThrown":
            self.exceptions.append(what["exceptionDetails"].get("exception", {}).get("description") or what["exceptionDetails"]["text"])
            self.errors.append(self.exceptions[-1])
        elif method == "Runtime.consoleAPICalled" and what["type"] in ("error", "warning"):
            self.errors.append(str([a.get("value") for a in what["args"]]))
        elif method == "Log.entryAdded" and what["entry"]["level"] in ("error", "warning"):
            self.errors.append(what["entry"]["text"] + " " + what["entry"].get("url", ""))
        elif method == "Network.requestWillBeSent":
            self.requests.append(what["request"]["url"])

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def js(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", "exception") + "\n" + expression)
        return answer["result"].get("value")

    def wait(self, expression):
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and not self.exceptions:
            try:
                if self.js(f"!!({expression})"):
                    return
            except Left:
                pass
            time.sleep(.02)
        raise TimeoutError(f"never true: {expression}; {self.errors}")

    def text(self, selector):
        return self.js(f"document.querySelector({json.dumps(selector)})?.innerText")

    def texts(self, selector):
        return self.js(f"[...document.querySelectorAll({json.dumps(selector)})].map((e) => e.innerText)")

    def click(self, selector):
        """As a finger or a mouse would: whatever lies at its middle is hit."""
        at = self.js(f"(() => {{ const e = document.querySelector({json.dumps(selector)}); if (!e) return null;"
                     "e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect();"
                     "return [r.x + r.width / 2, r.y + r.height / 2]; })()")
        if not at:
            raise RuntimeError(f"there is no {selector}")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=at[0], y=at[1], button="left", clickCount=1)

    def key(self, key):
        text = {"text": key} if len(key) == 1 else {}
        codes = {"ArrowDown": 40, "ArrowUp": 38, "ArrowLeft": 37, "ArrowRight": 39, "Enter": 13, "Escape": 27, "Home": 36, "End": 35, "Tab": 9}
        code = codes.get(key, ord(key.upper()[0]))
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def put(self, selector, value):
        """Fills a field in, or chooses of a list."""
        self.js(f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.value = {json.dumps(value)};"
                "e.dispatchEvent(new Event('input', {bubbles: true})); })()")

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def picture(self, file):
        with open(file, "wb") as to:
            to.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))
