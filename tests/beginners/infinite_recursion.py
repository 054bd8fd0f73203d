from classes import *

def count(number):
    return count(number + 1)

print(count(1))
