#!/bin/sh
# failure: the program ended with exit status: 7
# Also ends processes that keep its output open, and those that have left its group, where that is allowed.
sleep 1000 &
(sleep 1000 &) > /dev/null 2>&1
setsid sh -c 'sleep 1000 & sleep 1000' > /dev/null 2>&1 &
(setsid sh -c 'trap "" HUP; (sleep 1000 &)' &)
sleep 0.1
exit 7
