/* Tries what no program may do, and prints each thing that it manages. Then it plays as ref does.
   Only ever to be started within the sandbox: outside of it, it would do what it tries. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <sys/resource.h>
#include <sched.h>
#include <unistd.h>

static void tell(const char *what, int is_managed)
{
    if (is_managed) printf("managed: %s\n", what);
}

/* The first word lists files that it may not touch, with colons between them; the second one is the player. */
int main(int count, char **words)
{
    char secret[4096];
    snprintf(secret, sizeof secret, "%s", words[1]);
    for (char *name = strtok(secret, ":"); name; name = strtok(NULL, ":")) {
        tell("read a secret", open(name, O_RDONLY) >= 0);
        tell("write over a secret", open(name, O_WRONLY) >= 0);
        tell("shorten a secret", truncate(name, 0) == 0);
        tell("change who may read a secret", chmod(name, 0777) == 0);
        tell("remove a secret", unlink(name) == 0);
        tell("link to a secret", link(name, "linked") == 0);
        tell("move a secret", rename(name, "moved") == 0);
        tell("date a secret", utimensat(AT_FDCWD, name, NULL, 0) == 0);
    }
    tell("write beside its folder", open("../evil", O_CREAT | O_WRONLY, 0644) >= 0);
    tell("write into its program", open("/proc/self/exe", O_WRONLY) >= 0);
    char note[16];
    tell("ask to be told of files", inotify_init1(0) >= 0);
    tell("ask what is noted of a file", getxattr("/", "user.note", note, sizeof note) >= 0 || errno != EPERM);
    tell("see who is in the network", open("/proc/self/net/tcp", O_RDONLY) >= 0);
    int own = open(words[0], O_RDONLY);
    tell("lease a file", fcntl(own, F_SETLEASE, F_RDLCK) == 0);
    tell("ask for signals of a file", fcntl(own, F_SETOWN, getpid()) == 0 || fcntl(own, F_SETSIG, SIGKILL) == 0);
    tell("be signalled by a file", fcntl(own, F_SETFL, O_ASYNC) == 0);
    close(own);
    struct statfs disk;
    struct statvfs room;
    tell("ask how full the disk is", statfs("/tmp", &disk) == 0 || statfs(".", &disk) == 0 || fstatfs(1, &disk) == 0);
    tell("ask how much room there is", statvfs("/tmp", &room) == 0);
    tell("let its frozen group go on", kill(0, SIGCONT) == 0 || kill(getpid(), SIGCONT) == 0);
    tell("make a socket", socket(AF_INET, SOCK_STREAM, 0) >= 0);
    tell("make a local socket", socket(AF_UNIX, SOCK_STREAM, 0) >= 0);
    /* In a PID namespace the parent has no number; nobody has the last one. */
    int parent = getppid() > 0 ? getppid() : 0x3fffff;
    tell("signal its parent", kill(parent, 0) == 0);
    tell("signal the first process", kill(1, 0) == 0);
    tell("trace its parent", ptrace(PTRACE_ATTACH, parent, 0, 0) == 0);
    tell("leave its session", setsid() >= 0);
    tell("leave its group", setpgid(0, parent) == 0);
    tell("slow its parent down", setpriority(PRIO_PROCESS, parent, 19) == 0);
    tell("share memory", shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) >= 0);
    tell("make a name space", unshare(CLONE_NEWUSER) == 0);
    tell("keep memory in a file", memfd_create("more", 0) >= 0);
    tell("hide what it holds", prctl(PR_SET_DUMPABLE, 0) == 0);
    struct rlimit more = {1 << 30, 1 << 30};
    tell("raise a limit", setrlimit(RLIMIT_FSIZE, &more) == 0);
    tell("see the engine's secrets", getenv("WAG_TEST_SECRET") != NULL);
    for (int descriptor = 3; descriptor < 256; descriptor++) {
        tell("find a descriptor", fcntl(descriptor, F_GETFD) >= 0);
    }
    int ends[2], size = 1 << 20;
    tell("enlarge a pipe", pipe(ends) == 0 && fcntl(ends[1], F_SETPIPE_SZ, size) >= 0);
    tell("enlarge a pair of sockets",
         socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0
             && setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &size, sizeof size) == 0);
    tell("empty what it may only read", open(words[2], O_RDONLY | O_TRUNC) >= 0);
    fflush(stdout);
    if (count > 2) execl(words[2], words[2], (char *)NULL);
    return 1;
}
