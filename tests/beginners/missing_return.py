from classes import *

def price(kind):
    cost = 60 if kind == "warrior" else 20

print(price("warrior") + 10)
