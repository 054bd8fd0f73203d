/* Every ant walks; which way follows from its square and the turn. Written from docs/en/ants.md alone. */
#include <stdio.h>
#include <string.h>

static int rows, cols, turn, count, own[10000][2];
static char water[200][200], taken[200][200];

static void walk(void) {
    static const int down[] = {-1, 0, 1, 0}, right[] = {0, 1, 0, -1};
    memset(taken, 0, sizeof taken);
    for (int i = 0; i < count; i++) taken[own[i][0]][own[i][1]] = 1;
    for (int i = 0; i < count; i++) {
        int row = own[i][0], col = own[i][1];
        for (int k = 0; k < 4; k++) {
            int way = (row + col + turn + k) % 4;
            int to_row = (row + down[way] + rows) % rows, to_col = (col + right[way] + cols) % cols;
            if (water[to_row][to_col] || taken[to_row][to_col]) continue;
            taken[to_row][to_col] = 1;
            printf("o %d %d %c\n", row, col, "nesw"[way]);
            break;
        }
    }
}

int main(void) {
    char line[200], word[200];
    int a, b, owner;
    while (fgets(line, sizeof line, stdin)) {
        a = b = owner = -1;
        if (sscanf(line, "%199s %d %d %d", word, &a, &b, &owner) < 1) continue;
        if (!strcmp(word, "rows")) rows = a;
        else if (!strcmp(word, "cols")) cols = a;
        else if (!strcmp(word, "turn")) turn = a, count = 0;
        else if (!strcmp(word, "w")) water[a][b] = 1;
        else if (!strcmp(word, "a") && owner == 0) own[count][0] = a, own[count++][1] = b;
        else if (!strcmp(word, "end")) break;
        else if (!strcmp(word, "ready") || !strcmp(word, "go")) {
            if (*word == 'g') walk();
            puts("go");
            fflush(stdout);
        }
    }
    return 0;
}
