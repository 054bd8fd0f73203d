#!/bin/sh
# A player of the gem duel as a shell script: the first swap that creates a run of three, row by row from the bottom.
awk '
{ y = 10 - NR; for (x = 0; x < 10; x++) { tile = $(x + 1); field[x "," y] = tile ~ /[1-5]/ ? "bomb" : tile } }
function swap(x1, y1, x2, y2,  kept) {
    kept = field[x1 "," y1]; field[x1 "," y1] = field[x2 "," y2]; field[x2 "," y2] = kept
}
function run(  x, y, here) {
    for (y = 0; y < 10; y++) for (x = 0; x < 10; x++) {
        here = field[x "," y]
        if (x < 8 && here == field[(x + 1) "," y] && here == field[(x + 2) "," y]) return 1
        if (y < 8 && here == field[x "," (y + 1)] && here == field[x "," (y + 2)]) return 1
    }
    return 0
}
function attempt(x1, y1, x2, y2) {
    swap(x1, y1, x2, y2)
    if (run()) { print x1, y1, x2, y2 > "result.dat"; found = 1; exit }
    swap(x1, y1, x2, y2)
}
END {
    if (found) exit
    for (y = 0; y < 9; y++) for (x = 0; x < 9; x++) {
        attempt(x, y, x, y + 1)
        if (found) exit
        attempt(x, y, x + 1, y)
        if (found) exit
    }
    exit 1
}' gamefield.dat
