// SPDX-License-Identifier: GPL-2.0
/*
 * Prints the rate of this machine's time stamp counter in kHz.  An emulated CPU
 * shows its guest the same counter; a guest that is told the rate need not measure
 * it, which on a busy host goes wrong and makes its clock run at another speed.
 */
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <x86intrin.h>

struct sample {
	uint64_t tsc;
	uint64_t ns;
};

static uint64_t clock_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

/* Both clocks at one moment: the best of some tries, as any may be interrupted. */
static struct sample sample_take(void)
{
	uint64_t before, after, best = UINT64_MAX;
	struct sample sample = { 0 };
	int i;

	for (i = 0; i < 200; i++) {
		uint64_t ns;

		before = __rdtsc();
		ns = clock_ns();
		after = __rdtsc();
		if (after - before >= best)
			continue;
		best = after - before;
		sample.tsc = before + best / 2;
		sample.ns = ns;
	}
	return sample;
}

int main(void)
{
	const struct timespec pause = { .tv_nsec = 40000000 };
	struct sample first, second;

	first = sample_take();
	nanosleep(&pause, NULL);
	second = sample_take();
	printf("%llu\n", (unsigned long long)((second.tsc - first.tsc) * 1000000 /
					      (second.ns - first.ns)));
	return 0;
}
