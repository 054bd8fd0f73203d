#!/bin/sh
# life
echo left > result.dat
