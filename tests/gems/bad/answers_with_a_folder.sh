#!/bin/sh
# failure: the program's file result.dat is not a regular file
mkdir -p result.dat/deep/deeper
