// Four processes fill memory that they share with nobody but could: no limit of the system for one process counts it.
// failure: the program's processes used
#define _GNU_SOURCE
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void)
{
    size_t size = 24 << 20;
    fork();
    fork();
    char *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return 1;
    memset(memory, 1, size);
    sleep(1000);
}
