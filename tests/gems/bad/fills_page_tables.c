// Reads one byte in each two megabytes of a mapping: it holds no memory but the tables in which the system looks that up.
// failure: the program's processes used
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    size_t size = (size_t)64 << 30, step = 2 << 20;
    volatile char *memory = mmap(0, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return 1;
    char sum = 0;
    for (size_t at = 0; at < size; at += step) sum += memory[at];
    sleep(1000);
    return sum;
}
