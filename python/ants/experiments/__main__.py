"""Runs one experiment. Its only word is the JSON object that `wag ants experiment` hands on: name, into, seed, games, small, against, program."""

import importlib
import json
import sys

from ants_experiments.bench import Failed, Report


def main(words):
    """Writes all files of the experiment, and tells them."""
    settings = json.loads(words[0])
    experiment = importlib.import_module("ants_experiments." + settings["name"].replace("-", "_"))
    report = Report(settings)
    try:
        experiment.run(report)
        report.write()
    except (Failed, OSError) as fault:
        sys.exit(f"wag: {fault}")
    except KeyboardInterrupt:
        sys.exit(130)


main(sys.argv[1:])
