"""The tables and figures of the papers, reproduced: one module a paper; tests/bench/papers is the command."""
