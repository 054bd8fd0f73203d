# A player without a mistake.
from steering import *

move(steer())
