#!/bin/sh
# life
echo 1 0 1 1 5 > result.dat
