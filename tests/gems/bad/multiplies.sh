#!/bin/sh
# failure: it had more than 64 processes at once
bomb() { bomb & bomb & wait; }
bomb
