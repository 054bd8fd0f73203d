# Expansive, and more so.
defaultAllocation.gatherFood = 35
defaultAllocation.explore = 35
defaultAllocation.attackHills = 20
defaultAllocation.defendHills = 10
defendHills.startTurn = 50
defendHills.minControlRadius = 8
explore.forceThresholdPercent = 90
explore.forceGain = 0.4
explore.dominantPositionBoost = 10
attackHills.dominantPositionBoost = 2
attackHills.halfTimeBoost = 20
