#!/bin/sh
# failure: the program ended with signal: 11
kill -SEGV $$
