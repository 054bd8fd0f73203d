#!/bin/sh
# timeout: no answer within 
yes 'flooding the terminal'
