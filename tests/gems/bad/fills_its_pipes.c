// What lies in pipes and sockets is in no process's memory.
// failure: the program's processes used
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

static char words[1 << 16];

static void fill(int to)
{
    fcntl(to, F_SETFL, O_NONBLOCK);
    while (write(to, words, sizeof words) > 0) {}
}

int main(void)
{
    int ends[2];
    fork();
    fork();
    while (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0) {
        fill(ends[0]);
        fill(ends[1]);
    }
    sleep(1000);
}
