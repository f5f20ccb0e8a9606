/* What is typed wrong: one sentence that names the thing, the right exit code, and no file that was not there before. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/e2e/harness.h"

TestSuite(misuse, .init = harness_open, .fini = harness_stop);

/* Run in a folder that has: to-nothing (a link), p.jsonl, t.tsv, a.html, junk, empty, zeros, cut.gz, other.db (another program's), s.db (a store of p.jsonl),
 * cut.db (half of it), and a folder named dir. */
static const char make_files[] =
	"mkdir dir; ln -s dir/nothing to-nothing; echo '{\"id\":1,\"text\":\"abc\"}' >p.jsonl; printf '1\\t2\\n' >t.tsv; echo '<p>x' >a.html; echo junk >junk; : >empty;"
	" head -c 100 /dev/zero >zeros; gzip -c p.jsonl | head -c 20 >cut.gz; sqlite3 other.db 'CREATE TABLE x (a)'; $F filter -o s.db p.jsonl;"
	" head -c 5000 s.db >cut.db; printf '# a comment\\n\\n depth = x \\n' >bad.conf; echo user me:pass >secret.conf;"
	" printf 'WARC/1.0\\r\\nWARC-Type: resource\\r\\nWARC-Target-URI: http://a/\\r\\nContent-Type: text/html\\r\\nContent-Length: 3\\r\\n\\r\\n<p>\\r\\n\\r\\n' >a.warc;"
	" echo http://x.example/ >seeds.txt; printf 'x\\ty\\n' >seeds.tsv";

static const struct {
	const char *arguments;
	int code;
	const char *says;
} rows[] = {
	/* commands and options */
	{"frobnicate", 2, "no command 'frobnicate'"},
	{"crwal", 2, "no command 'crwal'; did you mean crawl?"},
	{"--frob", 2, "no command '--frob'; 'firstprint help' lists them"},
	{"--verison", 2, "no command '--verison'; did you mean --version?"},
	{"inspect causes s.db", 2, "inspect takes the store first: firstprint inspect s.db causes"},
	{"inspect show", 2, "inspect takes the store first: firstprint inspect STORE show"},
	{"serve s.db p.jsonl", 1, "p.jsonl:1: no pair with a label, to which others could be added"},
	{"export drops s.db", 2, "export takes the store first: firstprint export s.db drops"},
	{"help frob", 2, "no command 'frob'; 'firstprint help' lists them"},
	{"diff s.db 1 2", 2, "no command 'diff'; of a store it is 'firstprint inspect STORE diff'"},
	{"drops s.db", 2, "no command 'drops'; of a store it is 'firstprint inspect STORE drops'"},
	{"inspect s.db pages --csv --json", 2, "--csv and --json are two forms of one list"},
	{"crawl --frobnicate http://x.example/", 2, "--frobnicate"},
	{"crawl --cokies=x http://x.example/", 2, "unknown option --cokies; did you mean --cookies?"},
	{"crawl --dpeth 3 http://x.example/", 2, "unknown option --dpeth; did you mean --depth?"},
	{"crawl --config nope", 2, "--config nope: cannot be read: No such file or directory"},
	{"crawl --config junk", 2, "junk:1: there is no option junk"},
	{"crawl --config bad.conf", 2, "bad.conf:3: --depth must be a whole number from -1 to 1000000, not 'x'"},
	{"crawl --config secret.conf", 2, "secret.conf:1: expected NAME = VALUE, but there is no '=' after user\n"},
	{"crawl --config zeros", 2, "--config zeros: contains a NUL byte"},
	{"crawl --sweep a http://x.example/", 2, "unknown option --sweep; see 'firstprint crawl --help'"},
	{"crawl -x http://x.example/", 2, "unknown option -x; see"},
	{"crawl -o", 2, "-o needs a value"},
	{"filter --json=1 p.jsonl", 2, "--json takes no value"},
	{"filter -j x p.jsonl", 2, "--jobs must be a whole number from 0 to 256, not 'x'"},
	{"filter --id-field '' p.jsonl", 2, "--id-field must not be empty"},
	{"filter --order up p.jsonl", 2, "--order must be one of arrival|longest-first, not 'up'"},
	{"crawl --per-host 0 http://x.example/", 2, "--per-host"},
	{"crawl --max-time soon http://x.example/", 2, "--max-time must be a time such as 90s"},
	{"crawl --scope galaxy http://x.example/", 2, "--scope must be one of host|domain|prefix|any"},
	{"filter --key 5 -o s.db p.jsonl", 2, "s.db: its articles were signed with another key; a key is for a new store"},
	{"filter --key 5 --against s.db p.jsonl", 2, "--key is for a new store, and --against has one"},
	{"crawl --exclude a --exclude b http://x.example/", 2, "--exclude is given twice"},
	{"drop s.db 1 --of 1 --of 1", 2, "--of is given twice"},
	{"judge s.db -f exact -f none", 2, "--filter is given twice; several filters are one SPEC, joined by +"},
	{"crawl -o s.db --save-cookies s.db http://x.example/", 2, "--save-cookies s.db: that is the store, or a file of it"},
	{"crawl --save-cookies other.db http://x.example/", 2, "--save-cookies other.db: that is a SQLite file, and would be overwritten"},
	{"crawl --save-cookies nope/c http://x.example/", 2, "--save-cookies nope/c: cannot be written: No such file or directory"},
	{"crawl --save-cookies dir http://x.example/", 2, "--save-cookies dir: cannot be written: Is a directory"},
	{"crawl --save-cookies seeds.txt seeds.txt", 2, "--save-cookies seeds.txt: that is an input"},
	{"crawl --warc a.warc.gz --save-cookies a.warc.gz http://x.example/", 2, "--save-cookies a.warc.gz: that is the file of --warc"},
	{"crawl --warc x.warc.gz --save-cookies x.cdxj http://x.example/", 2, "--save-cookies x.cdxj: that is the index of --warc"},
	{"inspect s.db drops --notable --where '1) OR (1'", 2, "--where: more than an expression"},
	{"crawl --warc x.warc.gz -o x.cdxj http://x.example/", 2, "--output x.cdxj: that is the index of --warc"},
	{"crawl --warc s.db http://x.example/", 2, "--warc s.db: that is a SQLite file, and would be overwritten"},
	{"crawl --warc x.cdxj http://x.example/", 2, "--warc x.cdxj: the name of an index: name it .warc.gz"},
	{"crawl --warc - http://x.example/", 2, "--warc -: standard output takes none"},
	{"crawl -o - http://x.example/", 2, "-: a store is a file, and no stream"},
	{"crawl --proxy foo://x http://x.example/", 2, "--proxy must be [SCHEME://]HOST[:PORT]"},
	{"crawl --proxy 'a b' http://x.example/", 2, "--proxy must be [SCHEME://]HOST[:PORT]"},
	{"crawl s.db", 2, "s.db: a store or other SQLite file, and no list of seeds; to go on with a store: -o s.db"},
	{"crawl zeros", 2, "zeros: binary data, and no list of seeds"},
	{"crawl 'http://caf%E9.example/'", 2, "http://caf%E9.example/: not a URL"},
	{"eval p.jsonl empty", 1, "empty: has no pair and no cluster"},
	{"inspect s.db pages --where 'id=2) OR (1'", 2, "--where: more than an expression"},
	{"inspect s.db pages --where 'json_extract(title, 1)'", 2, "--where: "},
	{"inspect s.db pages --where \"url REGEXP '('\"", 2, "--where: REGEXP '(': missing closing parenthesis, at character 2"},
	{"inspect s.db pages --where 'load_extension(1)'", 2, "--where: not authorized"},
	/* filters */
	{"crawl -f nonsense http://x.example/", 2, "no filter 'nonsense'"},
	{"crawl -f cascade:bit=3 http://x.example/", 2, "no option 'bit'"},
	{"crawl -f cascade:bits=65 http://x.example/", 2, "from 0 to 64"},
	{"filter -f cascade:bits p.jsonl", 2, "option bits needs a value: a whole number from 0 to 64"},
	{"filter -f ./no.so p.jsonl", 2, "filter ./no.so: cannot be loaded"},
	{"filter -f ./junk p.jsonl", 2, "filter ./junk: cannot be loaded"},
	{"filter -f exact+ p.jsonl", 2, "a filter has no name"},
	{"filter -f '' p.jsonl", 2, "--filter must not be empty"},
	{"filters nope", 2, "no filter 'nope'"},
	{"judge s.db -f minhsh", 2, "no filter 'minhsh'; did you mean minhash?"},
	{"filters ./nope.so", 2, "filter ./nope.so: cannot be loaded"},
	/* seeds, and what a crawl needs */
	{"crawl", 2, "there is no store firstprint.db to go on with, and no seed"},
	{"crawl --refresh", 2, "--refresh: there is no store firstprint.db"},
	{"crawl ''", 2, "an empty seed"},
	{"crawl --warc /dev/null --warc-size 1M http://x.example/", 2, "--warc /dev/null: no file, of which --warc-size could make several"},
	{"crawl nope", 2, "nope: neither a readable file (No such file or directory) nor a URL"},
	{"crawl junk", 2, "junk: contains no seed"},
	{"crawl ftp://a.test/", 2, "ftp://a.test/: neither http nor https"},
	{"crawl http://", 2, "http://: not a URL"},
	{"crawl --contact 'a\r\nX: y' http://x.example/", 2, "--contact: contains a control character"},
	{"purify --user-agent \"$(printf 'x\\r\\nX: y')\" http://127.0.0.1:9/", 2, "--user-agent: contains a control character"},
	{"purify --proxy gopher://x http://127.0.0.1:9/", 2, "--proxy must be [SCHEME://]HOST[:PORT]"},
	{"crawl --include '(' http://x.example/", 2, "--include '(': missing closing parenthesis, at character 2"},
	{"crawl --ca nope http://x.example/", 2, "--ca: cannot read nope"},
	{"crawl --cookies nope http://x.example/", 2, "--cookies: cannot read nope: No such file or directory"},
	{"crawl --header novalue http://x.example/", 2, "--header: expected a header, \"Name: value\""},
	{"crawl --user nobody http://x.example/", 2, "--user: expected a name and a password"},
	{"crawl -o dir http://x.example/", 1, "dir: a folder, not a firstprint store"},
	{"crawl -o other.db http://x.example/", 1, "other.db: a SQLite file of another program"},
	/* input files */
	{"filter nope.jsonl", 1, "nope.jsonl: cannot be read: No such file or directory"},
	{"filter junk", 1, "junk: plain text"},
	{"filter zeros", 1, "zeros: binary"},
	{"filter cut.gz", 1, "cut.gz: after byte 20: unexpected end of file"},
	{"filter s.db", 1, "s.db: a SQLite file"},
	{"filter dir", 1, "dir: a folder without pages"},
	{"filter --text-field body p.jsonl", 1, "neither \\\"html\\\" nor \\\"body\\\""},
	{"purify junk", 1, "junk: plain text"},
	{"purify http://", 1, "http://: not a URL"},
	{"sign nope", 1, "nope: cannot be read: No such file or directory"},
	/* stores */
	{"inspect", 2, "inspect needs a store"},
	{"inspect nope.db", 1, "nope.db: cannot be read: No such file or directory"},
	{"filter --against nope.db p.jsonl", 1, "nope.db: cannot be read: No such file or directory"},
	{"sign -o nope.db p.jsonl", 1, "nope.db: cannot be read: No such file or directory"},
	{"judge nope.db", 1, "nope.db: cannot be read: No such file or directory"},
	{"inspect dir", 1, "dir: a folder, not a firstprint store"},
	{"inspect junk", 1, "junk: not a SQLite file"},
	{"inspect empty", 1, "empty: empty, not a firstprint store"},
	{"inspect other.db", 1, "other.db: a SQLite file of another program"},
	{"inspect cut.db", 1, "cut.db: cut short: 5000 of "},
	{"filter -o junk p.jsonl", 1, "junk: not a SQLite file"},
	{"filter -o no/such.db p.jsonl", 1, "no/such.db: cannot be opened for writing: No such file or directory"},
	{"filter -o s.db -f exact p.jsonl", 2, "s.db: the store was made with --filter cascade@16…, not exact@1;"},
	{"filter -o s.db -f cascade:figures=off p.jsonl", 2, "--filter …figures=on…, not …figures=off…; \"firstprint judge s.db"},
	{"filter -o s.db -f cascade+exact p.jsonl", 2, "--filter …exact=on, not …exact=on+exact@1;"},
	{"filter --with-verdicts p.jsonl", 2, "--with-verdicts adds to the file of --drops, which is not given"},
	{"filter -o new.db p.jsonl --keep nodir/k", 1, "nodir/k: cannot be written: No such file or directory"},
	{"filter -o new.db zeros", 1, "zeros: binary"},
	{"filter -o new.db p.jsonl --with-verdicts", 2, "--with-verdicts adds to the file of --drops"},
	{"filter -o to-nothing p.jsonl", 1, "to-nothing: a link to a file that is not there"},
	{"filter p.jsonl --keep to-nothing", 1, "to-nothing: a link to a file that is not there"},
	{"report s.db -o to-nothing", 1, "to-nothing: a link to a file that is not there"},
	{"crawl -o new.db --warc p.jsonl http://127.0.0.1/", 1, "p.jsonl: exists and is not a gzipped WARC file"},
	{"filter -o new.db p.jsonl --keep p.jsonl", 2, "--keep p.jsonl: that is an input"},
	{"filter -o new.db nope.jsonl", 1, "nope.jsonl: cannot be read: No such file or directory"},
	{"filter -o s.db --order longest-first p.jsonl", 2, "takes no --store"},
	{"inspect s.db page", 2, "'page' is none of these, and no file; did you mean pages?"},
	{"inspect s.db pages extra", 2, "inspect pages takes no further operand, not also 'extra'"},
	{"inspect s.db pages --where 'foo = 1'", 2, "--where: no such column: foo (a text stands in quotes: cause = 'www'); the columns are id, url, title"},
	{"inspect s.db pages --where \"title = 'www\"", 2, "--where: a quote is not closed; the columns are id, url, title"},
	{"inspect s.db pages --where 'id <'", 2, "--where: the expression is incomplete; the columns are id, url, title"},
	{"report s.db", 2, "report needs --output, the HTML file"},
	{"inspect s.db pages --where '1=1); DELETE FROM pages; --'", 2, "--where: more than an expression"},
	{"inspect s.db pages --sort foo", 2, "--sort foo: there is no such column; the columns are id, url, title"},
	{"inspect s.db pages --limit -1", 2, "--limit must be a whole number"},
	{"inspect s.db --csv", 2, "--csv, --where, --sort and --sample are for lists, and summary is none"},
	{"inspect s.db show", 2, "inspect show needs one id or URL"},
	{"inspect s.db explain", 2, "inspect explain needs one id or URL"},
	{"inspect s.db explain http://never.example/", 1, "http://never.example/: no such id or URL in this store"},
	{"inspect s.db diff", 2, "inspect diff needs one or two ids or URLs"},
	{"inspect s.db diff 1 2 3", 2, "inspect diff takes one or two ids or URLs, not also '3'"},
	{"inspect s.db explain /news/", 1, "/news/: no such id or URL in this store (a URL has its host: example.com/a/b)"},
	{"inspect s.db diff 99 1", 1, "99: no such id or URL in this store"},
	{"inspect s.db pages --side-by-side", 2, "--side-by-side is for diff"},
	{"inspect s.db show 1 --limit 3", 2, "--limit is for lists, near and search, and show is none"},
	{"inspect s.db near 1 --limit 1000", 2, "near finds at most 300"},
	{"inspect s.db search", 2, "inspect search needs words"},
	{"inspect s.db search x", 1, "has no full-text index; make it with: firstprint index s.db"},
	{"inspect s.db s.db show 99", 1, "99: no such id or URL in these stores"},
	{"export", 2, "export needs a store, then pages, drops or past"},
	{"export nope.db", 1, "nope.db: cannot be read: No such file or directory"},
	{"export s.db -o x.warc.gz", 2, "x.warc.gz would have JSON Lines: add --as warc, or give it another name"},
	{"export s.db -o x.csv", 2, "x.csv would have JSON Lines; for a table: firstprint inspect STORE pages --csv"},
	{"report s.db -o p.jsonl", 2, "--output p.jsonl: it exists, and is no HTML file"},
	{"export s.db hosts", 2, "export takes pages, drops or past, not 'hosts'"},
	{"export s.db --as warc", 2, "--as warc needs --output NAME.warc.gz, or --output PREFIX for PREFIX-00000.warc.gz and more"},
	{"export s.db --as warc -o e.warc", 2, "--as warc needs --output NAME.warc.gz"},
	{"export s.db --as warc -o e.warc.gz --roll-size 5", 2, "--roll-size is for --output PREFIX, and e.warc.gz is one file"},
	{"export s.db --as csv", 2, "--as must be one of jsonl|warc, not 'csv'"},
	{"export s.db --roll-size 5", 2, "--roll-size is for --as warc"},
	{"export s.db -o nodir/x", 1, "nodir/x: cannot be written: No such file or directory"},
	{"export s.db -o s.db", 2, "--output s.db: that is the store, or a file of it"},
	{"export s.db -o other.db", 2, "--output other.db: that is a SQLite file, and would be overwritten"},
	{"label s.db s.db", 1, "s.db:1: no pair with a label"},
	{"filter -o new.db --prefer '(' p.jsonl", 2, "--prefer '(': missing closing parenthesis, at character 2"},
	{"crawl -o new.db --never-drop '(' http://x.example/", 2,
	 "--never-drop '(': missing closing parenthesis, at character 2"},
	{"label", 2, "label takes a store, and a file for the answers"},
	{"label nope.db t.tsv", 1, "nope.db: cannot be read: No such file or directory"},
	{"label s.db dir", 1, "dir: cannot be written"},
	{"undo", 2, "undo needs a store, and the ids or URLs of drops"},
	{"undo s.db", 2, "undo needs a store, and the ids or URLs of drops"},
	{"undo s.db 99", 1, "99: no such id or URL in this store"},
	{"undo s.db 1", 2, "#1 is a page, and only drops can be taken back"},
	{"undo nope.db 1", 1, "nope.db: cannot be read: No such file or directory"},
	{"undo s.db --decision 3", 1, "3: no such decision; 'inspect s.db decisions' lists them"},
	{"crawl --warc no/w.warc.gz -o n.db http://x.example/", 2, "--warc no/w.warc.gz: cannot be written: No such file or directory"},
	{"crawl --warc p.jsonl -o n.db http://x.example/", 1, "p.jsonl: "},
	{"crawl --warc w.warc -o n.db http://x.example/", 2, "--warc w.warc: its records are packed with gzip: name it .warc.gz"},
	{"filter --keep k.warc.gz -o n.db p.jsonl", 2, "--keep k.warc.gz would have JSON Lines, as the input has: give it another name"},
	{"filter --drops d.jsonl a.warc", 2, "--drops d.jsonl would have WARC records, as the input has: give it another name"},
	{"filter --keep k.bz2 -o n.db p.jsonl", 2, "k.bz2: only .gz is written"},
	{"drop s.db 1", 2, "drop needs --of"},
	{"drop s.db 1 --of 1", 2, "#1 would be a drop of itself"},
	{"drop s.db 1 --of 99", 1, "99: no such id or URL in this store"},
	{"judge s.db --prefer '('", 2, "--prefer '(': missing closing parenthesis, at character 2"},
	{"filter --prefer x p.jsonl", 2, "--prefer makes drops of pages that were kept, and needs --store"},
	{"eval p.jsonl t.tsv --verdicts nope", 1, "nope: cannot be read: No such file or directory"},
	{"eval p.jsonl t.tsv --verdicts junk", 1, "junk:1: not a JSON object"},
	{"eval p.jsonl t.tsv --verdicts p.jsonl -f exact", 2, "--verdicts takes the place of --filter and --sweep"},
	{"index", 2, "index needs a store"},
	{"index nope.db", 1, "nope.db: cannot be read: No such file or directory"},
	{"index junk", 1, "junk: not a SQLite file"},
	{"inspect s.db show 1 2", 2, "takes one id or URL, not also '2'"},
	{"inspect s.db show 99", 1, "99: no such id or URL in this store"},
	{"judge", 2, "judge needs a store"},
	{"judge s.db extra", 2, "judge takes one store, not also 'extra'"},
	/* eval */
	{"eval p.jsonl", 2, "eval needs two files, PAGES and TRUTH"},
	{"eval p.jsonl t.tsv extra", 2, "eval takes two files, PAGES and TRUTH, not also 'extra'"},
	{"eval nope t.tsv", 1, "firstprint: nope: cannot be read"},
	{"eval t.tsv p.jsonl", 2, "firstprint: p.jsonl: pages, and no labels: eval takes PAGES, then TRUTH"},
	{"eval - -", 2, "only one of PAGES, TRUTH and --verdicts can be standard input"},
	{"eval p.jsonl t.tsv --sweep least=0..1..0.5", 2, "firstprint: filter cascade: option least must be a whole number"},
	{"eval p.jsonl t.tsv -f minhash:tau=0.9 --sweep tau=0.8..0.9..0.1", 2, "firstprint: filter minhash: option tau is given twice"},
	{"filter -f minhash:tau=0.9,tau=0.5 p.jsonl", 2, "firstprint: filter minhash: option tau is given twice"},
	{"eval p.jsonl t.tsv --sweep bits", 2, "--sweep must be OPTION=A..B"},
	{"eval p.jsonl t.tsv -f minhash -f exact --sweep tau=0.1..0.2", 2, "firstprint: filter exact has no option 'tau'"},
	{"eval p.jsonl t.tsv -f minhash --sweep tau=0.8..1.8..0.1", 2, "firstprint: filter minhash: option tau must be a number from 0 to 1, not '1.1'"},
	{"eval p.jsonl t.tsv --sweep key=0..3 --key 5", 2, "--sweep key=A..B takes the place of --key"},
	{"eval p.jsonl t.tsv --sweep key=on..off", 2, "keys are whole numbers"},
	{"eval p.jsonl t.tsv --sweep bits=on..off", 2, "option bits must be a whole number"},
	{"eval p.jsonl t.tsv --sweep bits=3..1", 2, "--sweep bits=3..1: must go upwards"},
	{"eval p.jsonl t.tsv --sweep tau=0..1..0.0001", 2, "--sweep tau=0..1..0.0001: has more than 1000 values"},
	{"eval empty t.tsv", 1, "empty: has no pages"},
	{"eval p.jsonl t.tsv --verdicts p.jsonl", 1, "p.jsonl: no line has an \"of\""},
	{"eval p.jsonl seeds.tsv", 1, "none of its lines is about a page of PAGES; seeds.tsv:1: no page has the id 'x'"},
};

/* A shell script that runs all rows, and prints for each what it says, its code, "leaves files behind" if it does, and a byte 1. */
static void write_script(const char *file)
{
	FILE *f = fopen(file, "w");

	cr_assert(f, "%s", file);
	fprintf(f, "F=$PWD/firstprint; cd '%s' && { %s; } >/dev/null; before=$(echo *)\n", harness_file("."), make_files);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		fprintf(f, "$F %s </dev/null 2>&1; echo \"code $?\"; [ \"$(echo *)\" = \"$before\" ] || echo leaves files behind; printf '\\001'\n",
			rows[i].arguments);
	fclose(f);
}

/* The first thing that is said is the sentence itself: nothing was printed before it. */
Test(misuse, gets_one_sentence_that_names_the_thing)
{
	char *said_of_all, *rest;

	write_script(harness_file("rows.sh"));
	harness_shell("sh '%s'", harness_file("rows.sh"));
	said_of_all = rest = strdup(harness_output());
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *said = strsep(&rest, "\001");
		bool in_json = *rows[i].says == '{' || strstr(rows[i].says, "\\\"");

		cr_assert(said && rest, "%s: no answer", rows[i].arguments);
		cr_expect(strstr(said, rows[i].says), "%s: %s", rows[i].arguments, said);
		cr_expect(in_json || strncmp(said, "firstprint: ", 12) == 0, "%s: %s", rows[i].arguments, said);
		cr_expect(strstr(said, rows[i].code == 2 ? "\ncode 2\n" : "\ncode 1\n"), "%s: %s", rows[i].arguments, said);
		cr_expect(!strstr(said, "leaves files behind"), "%s: %s", rows[i].arguments, said);
	}
	free(said_of_all);
}

/* What bash would offer for a command line whose last word is incomplete. */
static void complete(const char *line)
{
	harness_shell("bash -c 'PATH=$PWD:$PATH; source <(firstprint completion); COMP_WORDS=(%s); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _firstprint; echo \"${COMPREPLY[*]}\"'",
		      line);
}

Test(misuse, is_less_likely_with_completion)
{
	static const struct {
		const char *line, *offers;
	} lines[] = {{"firstprint f", "filter filters\n"},
		     {"firstprint crawl --sco", "--scope\n"},
		     {"firstprint crawl --scope d", "domain\n"},
		     {"firstprint filter -f casc", "cascade\n"},
		     {"firstprint inspect s.db fai", "failures\n"},
		     {"firstprint eval --per-host", "\n"},
		     {"firstprint filter config.stat", "config.status\n"}};

	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		complete(lines[i].line);
		cr_expect_str_eq(harness_output(), lines[i].offers, "%s", lines[i].line);
	}
}
