# Plays the first legal move. Run: divisor-duel arena --bot python="python3 examples/bots/first.py" --bot easy=level:1
import json, sys

for line in sys.stdin:
    s = json.loads(line)
    s["outcome"] or print(s["legal"][0], flush=True)
