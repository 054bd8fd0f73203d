# Every ant walks. Its direction depends on its square and the turn. Written from docs/en/ants.md alone.
import sys

size, water, own, turn = [0, 0], set(), [], 0
for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "rows":
        size[0] = int(words[1])
    elif words[0] == "cols":
        size[1] = int(words[1])
    elif words[0] == "turn":
        turn, own = int(words[1]), []
    elif words[0] == "w":
        water.add((int(words[1]), int(words[2])))
    elif words[0] == "a" and words[3] == "0":
        own.append((int(words[1]), int(words[2])))
    elif words[0] == "ready":
        print("go", flush=True)
    elif words[0] == "end":
        break
    elif words[0] == "go":
        taken = set(own)
        for row, col in own:
            for k in range(4):
                way = (row + col + turn + k) % 4
                down, right = [(-1, 0), (0, 1), (1, 0), (0, -1)][way]
                to = ((row + down) % size[0], (col + right) % size[1])
                if to not in water and to not in taken:
                    taken.add(to)
                    print("o", row, col, "nesw"[way])
                    break
        print("go", flush=True)
