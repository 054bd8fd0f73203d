#!/bin/sh
# failure: the program ended with exit status: 153; without limits life
truncate -s 100M result.dat
