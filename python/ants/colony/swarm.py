# Its ants meet halfway to a hill, then attack it together: wag play ants swarm.py Hold --map swarm --scenario

from ants import Ants
from colony.trials import Swarm

Ants.run(Swarm())
