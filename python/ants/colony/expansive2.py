# Colony with the numbers in profiles/expansive2.profile. For your own numbers, copy both files and name yours here.

from ants import Ants
from colony.bot import Colony

Ants.run(Colony("expansive2"))
