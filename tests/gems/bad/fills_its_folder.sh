#!/bin/sh
# failure: the player's writable folder held more than 4000 files or 64 MB in its turn
for number in 1 2 3 4 5 6 7 8; do
    head -c 15000000 /dev/zero > "$number"
done
sleep 1000
