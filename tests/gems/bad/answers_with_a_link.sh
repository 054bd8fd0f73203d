#!/bin/sh
# failure: the program ended with exit status: 1; without sandbox failure: its result.dat is no regular file
echo 1 0 1 1 > secret
ln -s "$PWD/secret" result.dat
