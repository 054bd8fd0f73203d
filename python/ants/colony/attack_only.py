# A bot to test yours against: it gathers, explores and attacks, and does not defend its hills.

from ants import Ants
from colony.trials import AttackOnly

Ants.run(AttackOnly())
