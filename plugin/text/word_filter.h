/* word_filter — a Bloom filter of the words of a text. It tells of one word in 70 by mistake that the text has it, and of up to one in
 * 10 if there is little room. Words are hashes of title.h; the filter uses the part by which they are compared, title_word_hash. */
#ifndef PLUGIN_TEXT_WORD_FILTER_H
#define PLUGIN_TEXT_WORD_FILTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sorts the n words and writes their filter to `filter`, which has room for `most` bytes, a multiple of 8. Returns the number of bytes
 * written, a multiple of 8; 0: there are no words, or too many for `most` bytes. */
size_t word_filter_make(uint32_t *words, size_t n, size_t most, uint8_t *filter);
/* May the text have the word? `bytes` is the result of word_filter_make, and not 0. */
bool word_filter_has(const uint8_t *filter, size_t bytes, uint16_t word);

#endif
