"""A program with an error in each line that ends with `# error`. Type checkers report each of them; it is never run."""

from pathlib import Path

import wag

wag.play(5)  # error
wag.play("a.py", seed="seven")  # error
wag.play("a.py", map="medow")  # error
wag.play("a.py", game="tron", widht=12)  # error
wag.play("a.py", game="tron", width="12")  # error
wag.play("a.py", game="tron", rounds=5)  # error
wag.play("a.py", turn_tmie=2.0)  # error
wag.play("a.py", log="verbose")  # error
wag.plya("a.py")  # error
match = wag.play("a.py", "b.py", game=Path("race.py"), laps=3)
match.winer  # error
match.places["a"].name  # error
match.players[0].figures + 1  # error
match.replay.events  # error
wag.series("a.py", "b.py", gamse=4)  # error
verdict = wag.compare("a.py", "b.py", by="figures")  # error
wag.compare("a.py", "b.py").verdict == "beter"
best: int = wag.tune("a.py").best  # error
wag.evaluate("a.py", against=[5])  # error
wag.fork("a.wag", "20")  # error
wag.fork("a.wag", 20, games=5).same_as_parent  # error
wag.fork("a.wag", 20, turn_tmie=2)  # error
wag.env("tron", opponents=["Straight"], render_mode="video")  # error
wag.env("tron", opponents=["Straight"], rewards="score")  # error
wag.env("ants", map="pondz")  # error
wag.env("tron", opponents=["Straight"]).agent_selection  # error
wag.vector_env("tron", "8")  # error
wag.vector_env("tron", 8).step()  # error
wag.gym_vector("tron", 4, opponents="Straight", autoreset_mode="never")  # error
wag.gym_vector("tron", 4)  # error
wag.policy("tron", 5)  # error
wag.policy("tron", print).nmae  # error
wag.env("tron", opponents=["Straight"], seat="first")  # error
wag.vector_env("tron", 8, opponents=[("Roomy", "often")])  # error
wag.export_policy("model.onnx", "ai.py", game="tron", widht=8)  # error
wag.Replay("a.wag").trajectories(1.5)  # error
wag.Replay(5)  # error
options: wag.TronOptions = {"size": 5}  # error
