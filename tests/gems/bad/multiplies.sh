#!/bin/sh
# failure: the program had more than 64 processes at once
# Not as fast as it could: other tests want to run beside it.
bomb() { sleep 0.02; bomb & bomb & wait; }
bomb
