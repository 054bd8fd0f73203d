// Threads that do nothing cost no memory to speak of, but whoever counts them has much to do.
// failure: the program had more than 512 threads at once
#include <pthread.h>
#include <unistd.h>

static void *rest(void *nothing)
{
    sleep(1000);
    return nothing;
}

int main(void)
{
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 16 << 10);
    for (int number = 0; number < 600; number++) {
        pthread_t thread;
        if (pthread_create(&thread, &small, rest, 0)) return 1;
    }
    sleep(1000);
    return 0;
}
