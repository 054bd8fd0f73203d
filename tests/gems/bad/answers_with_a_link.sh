#!/bin/sh
# failure: the program ended with exit status: 1; without sandbox failure: the program's file result.dat is not a regular file
echo 1 0 1 1 > secret
ln -s "$PWD/secret" result.dat
