#!/bin/sh
# failure: the player's writable folder held more than 4000 files or 64 MB
number=0
while [ $number -lt 4001 ]; do
    : > "note$number"
    number=$((number + 1))
done
echo 1 0 1 1 > result.dat
