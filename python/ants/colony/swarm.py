# Its ants meet half way to a hill, then storm it together: wag play ants swarm.py Hold --map swarm --scenario

from ants import Ants
from colony.trials import Swarm

Ants.run(Swarm())
