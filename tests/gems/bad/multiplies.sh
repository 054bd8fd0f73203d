#!/bin/sh
# failure: the program had more than 64 processes at once
# Slower than possible, because other tests run at the same time.
bomb() { sleep 0.02; bomb & bomb & wait; }
bomb
