// Its children take the processor away from it, so that it waits and does not compute.
// timeout: no answer within 
#include <unistd.h>

int main(void)
{
    for (int number = 0; number < 24; number++) {
        if (fork() == 0) break;
    }
    for (;;) {}
}
