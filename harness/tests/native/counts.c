/* Prints how many vectors the header has, the sum of their lengths, how many RFC 2279 takes, and the first id. */
#include "illformed_vectors.h"
#include <stdio.h>

int main(void) {
    size_t bytes = 0, good = 0;
    for (size_t i = 0; i < ILLFORMED_VECTOR_COUNT; i++) {
        bytes += illformed_vectors[i].len;
        good += illformed_vectors[i].expected[ILLFORMED_RFC2279].well_formed == 1;
    }
    printf("%d %zu %zu %s\n", ILLFORMED_VECTOR_COUNT, bytes, good, illformed_vectors[0].id);
    return 0;
}
