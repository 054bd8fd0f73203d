# Everything alike: the numbers that are taken where a profile does not say.
defaultAllocation.gatherFood = 25
defaultAllocation.explore = 25
defaultAllocation.attackHills = 25
defaultAllocation.defendHills = 25
defendHills.startTurn = 30
defendHills.minControlRadius = 8
explore.forceThresholdPercent = 80
explore.forceGain = 0.25
explore.dominantPositionBoost = 5
attackHills.dominantPositionBoost = 2
attackHills.halfTimeBoost = 20
