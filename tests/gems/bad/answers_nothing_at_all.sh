#!/bin/sh
# life
: > result.dat
