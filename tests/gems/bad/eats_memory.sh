#!/bin/sh
# failure: the program ended with
# awk doubles a text until memory runs out.
awk 'BEGIN { text = "0123456789"; while (1) text = text text }'
