#!/bin/sh
# failure: its result.dat is no regular file
mkdir -p result.dat/deep/deeper
