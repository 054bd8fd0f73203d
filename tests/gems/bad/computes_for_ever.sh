#!/bin/sh
# timeout: no answer within 
while :; do :; done
