# A bot to try yours on: it gathers, explores and attacks, and leaves its hills alone.

from ants import Ants
from colony.trials import AttackOnly

Ants.run(AttackOnly())
