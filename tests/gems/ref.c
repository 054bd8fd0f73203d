/* A player of the gem duel in C: the first swap that joins three alike, row by row from below.
   cc -o ref ref.c; wag play gems ./ref greedy */
#include <stdio.h>
#include <stdlib.h>

static char field[10][10];

static int alike(char a, char b)
{
    int first = a >= '1' && a <= '5', second = b >= '1' && b <= '5';
    return a == b || (first && second);
}

static int has_run(void)
{
    for (int x = 0; x < 10; x++) {
        for (int y = 0; y < 10; y++) {
            char here = field[x][y];
            if (x < 8 && alike(here, field[x + 1][y]) && alike(here, field[x + 2][y])) return 1;
            if (y < 8 && alike(here, field[x][y + 1]) && alike(here, field[x][y + 2])) return 1;
        }
    }
    return 0;
}

static void swap(int x1, int y1, int x2, int y2)
{
    char kept = field[x1][y1];
    field[x1][y1] = field[x2][y2];
    field[x2][y2] = kept;
}

static void try(int x1, int y1, int x2, int y2)
{
    swap(x1, y1, x2, y2);
    if (has_run()) {
        FILE *answer = fopen("result.dat", "w");
        fprintf(answer, "%d %d %d %d", x1, y1, x2, y2);
        fclose(answer);
        exit(0);
    }
    swap(x1, y1, x2, y2);
}

int main(void)
{
    FILE *file = fopen("gamefield.dat", "r");
    if (!file) return 1;
    /* The top row comes first. As programs of the contest did: a letter and a blank, a hundred times. */
    for (int y = 9; y >= 0; y--) {
        for (int x = 0; x < 10; x++) {
            if (fscanf(file, "%c ", &field[x][y]) != 1) return 2;
        }
    }
    fclose(file);
    for (int y = 0; y < 9; y++) {
        for (int x = 0; x < 9; x++) {
            try(x, y, x, y + 1);
            try(x, y, x + 1, y);
        }
    }
    return 3;
}
