/* version — the versions of the program and its libraries, for bug reports. */
#include <brotli/decode.h>
#include <curl/curl.h>
#include <jansson.h>
#include <libpsl.h>
#include <libxml/xmlversion.h>
#include <lzma.h>
#include <nettle/version.h>
#include <sqlite3.h>
#include <stdio.h>
#include <unicode/uversion.h>
#include <zlib.h>
#include <zstd.h>

#include "crawler/commands/commands.h"
#include "plugin/firstprint.h"
#include "purify/purify.h"
#include "store/store.h"

void version_print(void)
{
	UVersionInfo icu;
	char icu_text[U_MAX_VERSION_STRING_LENGTH];
	unsigned brotli = BrotliDecoderVersion();

	u_getVersion(icu);
	u_versionToString(icu, icu_text);
	printf("firstprint " PACKAGE_VERSION "\n");
	printf("store %d, extraction %d, filter contract %d\n", STORE_VERSION, PURIFY_VERSION, FIRSTPRINT_ABI);
	printf("%s\n", curl_version());
	printf("SQLite %s, ICU %s, libxml2 %s, jansson %s, libpsl %s, nettle %d.%d\n", sqlite3_libversion(), icu_text,
	       LIBXML_DOTTED_VERSION, jansson_version_str(), psl_get_version(), nettle_version_major(), nettle_version_minor());
	printf("zlib %s, zstd %s, liblzma %s, brotli %u.%u.%u\n", zlibVersion(), ZSTD_versionString(), lzma_version_string(),
	       brotli >> 24, brotli >> 12 & 0xfff, brotli & 0xfff);
}
