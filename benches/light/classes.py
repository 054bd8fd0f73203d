from classes import *
