#include "crawler/web/content.h"

#include <string.h>
#include <strings.h>

bool content_type_is_page(const char *type)
{
	static const char *const pages[] = {"text/html", "application/xhtml+xml", "application/xhtml"};
	size_t len;

	if (!type)
		return true;
	type += strspn(type, " \t");
	len = strcspn(type, "; \t");
	if (len == 0)
		return true;
	for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
		if (strlen(pages[i]) == len && strncasecmp(type, pages[i], len) == 0)
			return true;
	return false;
}

const char *content_sniff(const char *bytes, size_t len)
{
	static const struct {
		const char *name, *magic;
		size_t len;
	} kinds[] = {
		{"pdf", "%PDF-", 5},
		{"png", "\x89PNG\r\n\x1a\n", 8},
		{"gif", "GIF8", 4},
		{"jpeg", "\xff\xd8\xff", 3},
		{"zip", "PK\x03\x04", 4},
		{"gzip", "\x1f\x8b", 2},
		{"webp", "RIFF", 4},
		{"woff", "wOFF", 4},
		{"woff2", "wOF2", 4},
		{"elf",
		 "\x7f"
		 "ELF",
		 4},
		{"ogg", "OggS", 4},
		{"postscript", "%!PS-", 5},
		{"xz",
		 "\xfd"
		 "7zXZ",
		 5},
		{"7z", "7z\xbc\xaf\x27\x1c", 6},
		{"flac", "fLaC", 4},
		{"mp3", "ID3", 3},
		{"zstd", "\x28\xb5\x2f\xfd", 4},
		{"wasm", "\0asm", 4},
	};

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (len >= kinds[i].len && memcmp(bytes, kinds[i].magic, kinds[i].len) == 0)
			return kinds[i].name;
	return NULL;
}

bool content_path_is_media(const char *path)
{
	static const char *const endings =
		" png jpg jpeg gif webp svg ico bmp tif tiff avif css js mjs json map woff woff2 ttf eot otf mp3 mp4 m4a m4v "
		"ogg oga ogv webm wav flac avi mov mkv mpg mpeg wmv zip gz tgz bz2 xz zst 7z rar tar jar war deb rpm dmg iso "
		"exe msi apk bin pdf ps eps doc docx xls xlsx ppt pptx odt ods odp epub mobi djvu swf wasm ";
	size_t end = strcspn(path, "?"), dot = end;
	char word[12] = " ";

	while (dot > 0 && path[dot - 1] != '.' && path[dot - 1] != '/')
		dot--;
	if (dot == 0 || path[dot - 1] != '.' || end - dot == 0 || end - dot > sizeof word - 3)
		return false;
	memcpy(word + 1, path + dot, end - dot);
	word[end - dot + 1] = ' ';
	return strcasestr(endings, word) != NULL;
}
