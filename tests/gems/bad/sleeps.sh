#!/bin/sh
# timeout: no answer within 
sleep 1000
