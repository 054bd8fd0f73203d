#!/bin/sh
# failure: the program ended with exit status: 7
# Those that hold on to its output, too, and those that left its group, where that is allowed.
sleep 1000 &
(sleep 1000 &) > /dev/null 2>&1
setsid sh -c 'sleep 1000 & sleep 1000' > /dev/null 2>&1 &
(setsid sh -c 'trap "" HUP; (sleep 1000 &)' &)
sleep 0.1
exit 7
