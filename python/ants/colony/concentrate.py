# Brings its ants together at one place: wag play ants concentrate.py Hold --map swarm --scenario

from ants import Ants
from colony.trials import Concentrate

Ants.run(Concentrate())
