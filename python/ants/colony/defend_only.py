# A bot to try yours on: it gathers, explores and defends, and leaves the hills of others alone.

from ants import Ants
from colony.trials import DefendOnly

Ants.run(DefendOnly())
