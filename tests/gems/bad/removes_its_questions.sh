#!/bin/sh
# failure: the program ended well, but left no result.dat
rm -f player.dat opponent.dat gamefield.dat
