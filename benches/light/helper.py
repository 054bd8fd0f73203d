from classes import *
from bench_helper import *
