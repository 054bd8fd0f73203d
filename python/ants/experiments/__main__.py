"""Runs one experiment. The argument is the JSON object that `wag ants experiment` passes: name, into, seed, games, small, against,
program."""

import importlib
import json
import sys

from ants_experiments.bench import Failed, Report


def main(words):
    """Writes all files of the experiment and prints its report."""
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
