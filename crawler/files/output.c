#include "crawler/files/output.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/write_all.h"

void output_open(output *o)
{
	*o = (output){.is_shown = isatty(STDOUT_FILENO)};
}

status output_write(output *o, complaint *why)
{
	bool written = write_all(STDOUT_FILENO, o->held.bytes, o->held.len);
	status err = written ? OK : output_failed(why);

	buffer_clear(&o->held);
	return err;
}

status output_failed(complaint *why)
{
	return complain(why, ERR_IO, OUTPUT_FAILED ": %s", strerror(errno));
}
