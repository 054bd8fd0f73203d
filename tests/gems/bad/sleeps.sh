#!/bin/sh
# timeout: no answer within 0.4 s
sleep 1000
