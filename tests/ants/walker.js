// Every ant walks. Its direction depends on its square and the turn. Written from docs/en/ants.md alone.
let rows = 0, cols = 0, turn = 0, own = [];
const water = new Set();
const key = (row, col) => row * 1000 + col;
const walk = () => {
  const taken = new Set(own.map(([row, col]) => key(row, col))), orders = [];
  for (const [row, col] of own) {
    for (let k = 0; k < 4; k++) {
      const way = (row + col + turn + k) % 4;
      const [down, right] = [[-1, 0], [0, 1], [1, 0], [0, -1]][way];
      const to = key((row + down + rows) % rows, (col + right + cols) % cols);
      if (water.has(to) || taken.has(to)) continue;
      taken.add(to);
      orders.push(`o ${row} ${col} ${"nesw"[way]}\n`);
      break;
    }
  }
  return orders.join("") + "go\n";
};
require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [word, a, b, owner] = line.split(" ");
  if (word === "rows") rows = Number(a);
  else if (word === "cols") cols = Number(a);
  else if (word === "turn") [turn, own] = [Number(a), []];
  else if (word === "w") water.add(key(Number(a), Number(b)));
  else if (word === "a" && owner === "0") own.push([Number(a), Number(b)]);
  else if (word === "ready") process.stdout.write("go\n");
  else if (word === "end") process.exit(0);
  else if (word === "go") process.stdout.write(walk());
});
