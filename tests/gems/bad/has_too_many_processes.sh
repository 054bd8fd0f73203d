#!/bin/sh
# failure: it had more than 64 processes at once
many() { sleep 1000 & many; }
many
