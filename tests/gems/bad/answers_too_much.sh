#!/bin/sh
# life
echo 1 0 1 1 > result.dat
head -c 10000000 /dev/zero >> result.dat
