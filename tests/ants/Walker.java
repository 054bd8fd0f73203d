// Every ant walks; which way follows from its square and the turn. Written from docs/en/ants.md alone.
import java.io.*;
import java.util.*;

public class Walker {
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        int rows = 0, cols = 0, turn = 0;
        Set<Integer> water = new HashSet<>();
        List<int[]> own = new ArrayList<>();
        for (String line; (line = in.readLine()) != null; ) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "rows": rows = Integer.parseInt(words[1]); break;
                case "cols": cols = Integer.parseInt(words[1]); break;
                case "turn": turn = Integer.parseInt(words[1]); own.clear(); break;
                case "w": water.add(Integer.parseInt(words[1]) * 1000 + Integer.parseInt(words[2])); break;
                case "a":
                    if (words[3].equals("0")) own.add(new int[] {Integer.parseInt(words[1]), Integer.parseInt(words[2])});
                    break;
                case "ready": System.out.print("go\n"); System.out.flush(); break;
                case "end": return;
                case "go":
                    StringBuilder orders = new StringBuilder();
                    Set<Integer> taken = new HashSet<>();
                    for (int[] ant : own) taken.add(ant[0] * 1000 + ant[1]);
                    for (int[] ant : own) {
                        for (int k = 0; k < 4; k++) {
                            int way = (ant[0] + ant[1] + turn + k) % 4;
                            int row = (ant[0] + new int[] {-1, 0, 1, 0}[way] + rows) % rows;
                            int col = (ant[1] + new int[] {0, 1, 0, -1}[way] + cols) % cols;
                            if (water.contains(row * 1000 + col) || !taken.add(row * 1000 + col)) continue;
                            orders.append("o " + ant[0] + " " + ant[1] + " " + "nesw".charAt(way) + "\n");
                            break;
                        }
                    }
                    System.out.print(orders + "go\n");
                    System.out.flush();
                    break;
                default: break;
            }
        }
    }
}
