#!/bin/sh
# timeout: no answer within 0.4 s
yes 'flooding the terminal'
