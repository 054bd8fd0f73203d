# Aggressive, and more so.
defaultAllocation.gatherFood = 15
defaultAllocation.explore = 15
defaultAllocation.attackHills = 60
defaultAllocation.defendHills = 10
defendHills.startTurn = 30
defendHills.minControlRadius = 8
explore.forceThresholdPercent = 80
explore.forceGain = 0.1
explore.dominantPositionBoost = 3
attackHills.dominantPositionBoost = 10
attackHills.halfTimeBoost = 40
