#!/bin/sh
# failure: the program ended without an error, but did not write result.dat
rm -f player.dat opponent.dat gamefield.dat
