from classes import *

count = 0

while count < 10: pass
