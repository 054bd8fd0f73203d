#!/bin/sh
# failure: the program ended with exit status: 1
echo 1 0 1 1 > result.dat
exit 1
