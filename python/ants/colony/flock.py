# Its ants all move in the same direction: wag play ants flock.py Hold --map troop --scenario

from ants import Ants
from colony.trials import Flock

Ants.run(Flock())
