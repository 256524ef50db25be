"""How strong the tests are: the rules are changed a little, one place at a time, and some test must fail.

    python -m scripts.mutants                       # the mutants written by hand, and 150 more (`make mutants`)
    python -m scripts.mutants --number 400 --seed 7
    python -m scripts.mutants --only piper          # all there are in files of that name
    python -m scripts.mutants --again               # those that survived the last time

Written for this project because what matters here is not what general tools change: who hears of a secret, which seat
is meant, what comes before what. `making` makes mutants; `trying` runs the tests that reach the changed function, the
most likely ones first. `known.toml`: mutants written by hand. `equivalent.toml`: those that change nothing, and why.
"""
