from gems import *

# Das Spiel führt diese Datei für jeden Zug neu aus und ruft dann choose_move auf. Deine Ausgaben stehen im Log.


def choose_move(player, opponent, field):
    """player und opponent sind [Leben, Schild, Rot, Gelb, Grün, Lila]; field[x][y] ist ein Buchstabe, y zählt von unten.
    Gibt einen Tausch zweier Nachbarn zurück, (x1, y1, x2, y2), nach dem drei gleiche Steine in einer Reihe liegen."""
    moves = legal_moves(field)
    return max(moves, key=lambda move: worth(field, move))


def worth(field, move):
    """Rote Steine schaden am meisten, dann gelbe und grüne; mit lila Steinen bist du noch einmal dran."""
    x1, y1, x2, y2 = move
    return worth_of(field[x1][y1]) + worth_of(field[x2][y2])


def worth_of(stone):
    return {"R": 10, "Y": 6, "G": 3, "L": 5}.get(stone, 1)
