# Spends all of its gold on fertilizer and water in a round, and then cannot pay for seeds.
from farming import *

FAULT = 35
farm = Farm()


def bot_input(dto):
    action = farm.action(dto)
    gold = dto.source.gold
    if farm.round >= FAULT and gold >= 200:
        bags, rest = divmod(gold, 3000)
        action = "C", [entry(card=FERTILIZER, amount=bags), entry(card=WATER, amount=rest // 200)]
    return answer(action)
