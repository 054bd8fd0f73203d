#!/bin/sh
# failure: the program ended with exit status: 1; without sandbox failure: its result.dat is no regular file
mkfifo result.dat
