# A bot without a mistake.
from foraging import *

Ants.run(Forager())
