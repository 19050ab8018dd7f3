"""Logs of Inspect, by a solver that gives the candidates."""

import inspect_ai
from inspect_ai.dataset import Sample
from inspect_ai.model import ModelOutput
from inspect_ai.solver import solver

from texts import CANDIDATES, REFERENCES, SOURCES


@solver
def given():
    async def solve(state, generate):
        state.output = ModelOutput.from_content("none", CANDIDATES[SOURCES.index(state.input_text)])
        return state

    return solve


def write_log(path, log_format):
    # Inspect sorts samples by their ids as text: s1, s10, s2.
    samples = [Sample(id=f"s{n}", input=source, target=target) for n, (source, target) in enumerate(zip(SOURCES, REFERENCES))]
    task = inspect_ai.Task(dataset=samples, solver=given())
    folder = path.parent / "logs"
    inspect_ai.eval(task, model="none", log_dir=str(folder), log_format=log_format, display="none")
    next(folder.glob(f"*.{log_format}")).rename(path)
