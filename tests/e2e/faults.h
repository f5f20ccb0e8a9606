/* faults — what the tests of broken, slow and hostile sites share. */
#ifndef TESTS_E2E_FAULTS_H
#define TESTS_E2E_FAULTS_H

#include "tests/e2e/harness.h"
#include "tests/e2e/hostile.h"
#include "tests/e2e/hostile_answers.h"

/* With address sanitizer memory is no measure of anything. */
#if defined(WITH_SANITIZERS)
enum { FAULT_PEAK_KB = 2000000 };
#else
enum { FAULT_PEAK_KB = 400000 };
#endif

void fault_open(void);
void fault_close(void);

/* `firstprint crawl` of what is said, impatient (--retries 0 --delay 0; what is said later wins) and allowed on
 * loopback, into fault_store(). The exit code, as of harness_wait. No time is out while the machine is slow: what waits for time to pass
 * uses fault_crawl_timed. */
int fault_crawl(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The same without --allow-private and with seams.c in front of the C library; environment: more of it, or "". */
#define fault_crawl_seamed(...) harness_wait(fault_start_seamed(__VA_ARGS__))
/* The same, and with the test's own clock. */
#define fault_crawl_timed(...) fault_crawl_seamed(harness_clock(), __VA_ARGS__)
/* In two steps. */
pid_t fault_start_seamed(const char *environment, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *fault_store(void);
void fault_forget(void); /* the next crawl begins anew */

/* How a URL ended: "page", "redirect", "failure: http 500", "skip: type image/png", "queued"; "" if it was never met. */
const char *fault_end(const char *url);
int64_t fault_number(const char *sql); /* asked of fault_store() */
const char *fault_text(const char *sql);

#endif
