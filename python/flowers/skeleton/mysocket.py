# A client for the flower farm's server, using only Python's standard library. Start the server first:
#
#     wag serve flowers --against Gardener
#
# then `python3 mysocket.py`, with any Python. The player is in bot.py.

import json
import socket
import sys
import time

import flowers
from flowers import DTO, Card, Plant, Player, Tile

# bot.py can use the classes without an import, as in `wag play`.
vars(sys.modules["builtins"]).update({name: getattr(flowers, name) for name in flowers.__all__})

import bot

HOST = "127.0.0.1"
ROUNDS = 100  # rounds per game; after the last one the server sends a final state
PORT = {1: 8081, 2: 8082}[int(sys.argv[1]) if len(sys.argv) > 1 else bot.PLAYER_NUM]


def tile_of(data):
    return Tile(data["x"], data["y"], data["bIsPlanted"], data["bIsSpecial"], Plant(**data["plantDTO"]))


def player_of(data):
    tiles = [tile_of(tile) for tile in data["tiles"]]
    cards = [Card(card["cardId"], card["owned"]) for card in data["cards"]]
    return Player(data["points"], data["gold"], data["fertilizerActive"], tiles, cards)


def dto_of(text):
    data = json.loads(text)
    tiles = [tile_of(tile) for tile in data["tiles"]]
    return DTO(tiles, player_of(data["source"]), player_of(data["enemy"]), data["daysTillRain"])


def receive(connection, length):
    """Receives exactly `length` bytes; returns None if the server has closed the connection."""
    received = b""
    while len(received) < length:
        part = connection.recv(length - len(received))
        if not part:
            return None
        received += part
    return received


def connect():
    """Connects to the server. Tries again while its port is still in use by the end of a game."""
    while True:
        try:
            return socket.create_connection((HOST, PORT))
        except ConnectionRefusedError:
            time.sleep(0.1)


def play(may_restart):
    """Plays a game until it is over, or until the round in which it is to be restarted."""
    last = min(bot.RESTART_TURN - 1, ROUNDS) if may_restart else ROUNDS
    with connect() as connection:
        connection.sendall(bot.TEAM_NAME.encode())
        for turn in range(last + 1):
            head = receive(connection, 8)
            state = head and receive(connection, int(head))
            if state is None:
                return
            if turn == last:
                break
            answer = bot.bot_input(dto_of(state))
            if isinstance(answer, flowers.InputAction):
                answer = answer.toJSON()
            connection.sendall((answer or "{}").encode())
        if may_restart:
            connection.sendall(b"restart")
            receive(connection, 1)


if __name__ == "__main__":
    games = bot.AMOUNT_OF_GAMES if bot.RESTART else 1
    for game in range(1, games + 1):
        play(may_restart=game < games)
