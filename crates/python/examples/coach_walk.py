# %% [markdown]
# # A walk through the coach and the review
#
# Run it cell by cell in an editor that knows `# %%`, or as a whole: `python coach_walk.py`.

# %%
import os

import finaud

NODES = int(os.environ.get("FINAUD_NODES", "20000"))

# %% [markdown]
# A position in one line: the third blue row needs one more cell, and the dice offer it.

# %%
state = finaud.State.from_text("tres-fute phase=rolled pool=W5,Y3,B6,G6,O1,V5 / blue=9,10,12")
told = finaud.analyse(state, nodes=NODES)["players"][0]
print(f"With the best choices, about {told['points']:.0f} points are to be expected.\n")
for action in told["actions"][:5]:
    print(f"{action['points']:6.1f}  {-action['loss']:6.2f}  {action['action']:24} {action['why']}")

# %% [markdown]
# The coach speaks French and German, too.

# %%
for language in ("fr", "de"):
    best = finaud.analyse(state, nodes=0, language=language)["players"][0]["actions"][0]
    print(f"{language}: {best['action']}: {best['why']}")

# %% [markdown]
# A whole game of `novice`, reviewed: what was luck, and what was skill?

# %%
game = finaud.State("tres-fute", seed="tres-fute-p1-7K3")
finaud.bots.play(game, [finaud.bots.Bot("novice")])
review = finaud.review(game, nodes=NODES // 20)
points = review.data["points"]
print(
    f"{points['start']:.0f} points were to be expected, {points['end']:.0f} came: "
    f"luck gave {points['luck']:+.0f}, choices lost {points['losses']:.0f}.\n"
)

# %% [markdown]
# The costliest choices, and what would have been better.

# %%
events = {event["event"]: event for event in review.data["events"]}
for number in review.data["costliest"][:3]:
    event = events[number]
    print(f"{event['heading']}: {event['what']} lost {event['loss']['points']:.1f} points")

# %% [markdown]
# In a notebook the review draws itself; here it goes to a file.

# %%
if path := os.environ.get("FINAUD_DRAWING"):
    with open(path, "w", encoding="utf-8") as file:
        file.write(review.svg)
    print(f"drawn to {path}")
