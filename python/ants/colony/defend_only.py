# A bot to test yours against: it gathers, explores and defends, and does not attack hills.

from ants import Ants
from colony.trials import DefendOnly

Ants.run(DefendOnly())
