from classes import *
from bench_kit.a import *
from bench_kit.b import *
from bench_kit.c import *
from bench_kit.d import *
