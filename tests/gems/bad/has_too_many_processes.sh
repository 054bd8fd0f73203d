#!/bin/sh
# failure: the program had more than 64 processes at once
many() { sleep 1000 & many; }
many
