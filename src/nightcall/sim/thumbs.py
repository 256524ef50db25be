"""Rules of thumb: how a believable player answers a question. One line in `THUMBS` for each.

A rule of thumb looks at the beliefs and the knowledge of the seat that decides, and at what everybody has seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from operator import add, sub
from typing import TYPE_CHECKING, Any, Final

from nightcall.engine.prompts import PICK, Prompt
from nightcall.sim.beliefs import feelings

if TYPE_CHECKING:
    from nightcall.sim.players import Players

Thumb = Callable[["Players", Prompt], Any]


# -- whom somebody would see dead, or live --


def foe(p: Players, by: int, seats: Iterable[int]) -> int:
    """Whom this player wants dead most: a villager the most suspected one, a Werewolf the most dangerous villager."""
    spared = p.love.get(by, ())
    seats = [seat for seat in seats if seat != by and seat not in spared]
    if not seats:
        return 0
    if by not in p.wolves:
        return p.beliefs.most(by, seats)
    prey = [seat for seat in seats if seat not in p.wolves]
    return max(prey, key=appetite(p).__getitem__) if prey else 0


def friend(p: Players, by: int, seats: Iterable[int]) -> int:
    """Whom this player trusts most."""
    seats = [seat for seat in seats if seat != by]
    if not seats:
        return 0
    for seat in p.love.get(by, ()):
        if seat in seats:
            return seat
    if by in p.wolves:
        mates = [seat for seat in seats if seat in p.wolves]
        if mates and p.random.random() < p.constants["powers"]["heir_of_pack"]:
            return mates[0]
    return p.beliefs.least(by, seats)


def appetite(p: Players) -> list[float]:
    """How much the pack wants each seat: a power, a voice the village listens to, nobody it would hang anyway."""
    meal = p.constants["meal"]
    minds: float = meal["suspicion"]
    wants = [hunch + minds * said for hunch, said in zip(p.hunch, p.beliefs.spoken(), strict=True)]
    for seat, claimed in p.debating.claims.items():
        wants[seat] += meal["seer"] if claimed == "seer" else meal["claim"]
    return wants


def or_any(p: Players, prompt: Prompt, seat: int) -> Any:
    """The seat, if it may be chosen; else nobody, or anybody where somebody must be."""
    if seat in prompt.options:
        return seat
    return None if prompt.low == 0 else prompt.options[p.below(len(prompt.options))]


# -- by day --


def debate(p: Players, prompt: Prompt) -> Any:
    p.talk()
    options = prompt.options
    if "sheriff.elect" in options:
        return "sheriff.elect"
    if len(options) > 1 and p.random.random() < 0.5:  # other powers of the day, now and then
        return p._debate(options)
    return "vote"


def ballots(p: Players, prompt: Prompt) -> Any:
    p.talk()
    own, spoken, wolves, options = p.beliefs.own, p.beliefs.spoken(), p.wolves, prompt.options
    mind_the_angel = prompt.low == 0 and _angel_may_win(p)
    cast: dict[int, int | None] = {}
    fair = [seat for seat in options if seat not in wolves]
    mates = [seat for seat in options if seat in wolves]
    victim = max(fair, key=spoken.__getitem__) if fair else 0
    lost = max(mates, key=spoken.__getitem__) if mates else 0
    is_lost = bool(lost and victim) and spoken[lost] - spoken[victim] > p.constants["votes"]["let_fall"]
    lets_fall = 0.5 + 0.5 * p.people.cunning
    random, sense = p.random.random, p.sense
    for voter in prompt.voters:
        allowed = _open_to(p, prompt, voter)
        if not allowed:
            cast[voter] = None
        elif random() >= sense:
            cast[voter] = allowed[int(random() * len(allowed))]
        elif voter in wolves:
            choice = lost if is_lost and lost != voter and random() < lets_fall else victim
            cast[voter] = choice if choice in allowed else max(allowed, key=spoken.__getitem__)
        elif mind_the_angel and voter not in prompt.bound:
            cast[voter] = None
        else:
            cast[voter] = max(allowed, key=list(map(add, spoken, own[voter])).__getitem__)
    return cast


def _open_to(p: Players, prompt: Prompt, voter: int) -> list[int]:
    """Whom a voter may point at: never at himself or a love, unless nobody else is left."""
    barred, loved = prompt.barred.get(voter, ()), p.love.get(voter, ())
    allowed = list(prompt.options)
    if voter in allowed:
        allowed.remove(voter)
    if barred or loved:
        allowed = [seat for seat in allowed if seat not in barred and seat not in loved]
    return allowed or [seat for seat in prompt.options if seat not in barred]


def _angel_may_win(p: Players) -> bool:
    """The first vote may crown an Angel: a table that minds him rather lets it pass."""
    v = p.village
    return v.votes_held <= 1 and v.announced.get("angel", 0) > v.shown.get("angel", 0)


def counts(p: Players, prompt: Prompt) -> Any:
    """Only voices are counted: the leading suspect has most of them."""
    p.talk()
    return {p.beliefs.leader(prompt.options): prompt.high}


def elect(p: Players, prompt: Prompt) -> Any:
    """Before anything is known a matter of taste; afterwards the most trusted.

    Where the moderator names who was elected, ballots are not entered: whoever has most hands.
    """
    if not p.charm:
        p.charm = feelings(p.random, len(p.beliefs.public))
    liked = list(map(sub, p.charm, p.beliefs.spoken()))
    badge = p.constants["votes"]["badge"] * p.people.cunning
    by_pack = [like + badge if seat in p.wolves else like for seat, like in enumerate(liked)]
    cast: dict[int, int | None] = {}
    for voter in p.living() if prompt.kind == PICK else prompt.voters:
        liking = by_pack if voter in p.wolves else liked
        cast[voter] = max(prompt.options, key=list(map(sub, liking, p.beliefs.own[voter])).__getitem__)
    if prompt.kind == PICK:
        return or_any(p, prompt, Counter(cast.values()).most_common(1)[0][0] or 0)
    return cast


def tiebreak(p: Players, prompt: Prompt) -> Any:
    return or_any(p, prompt, foe(p, prompt.seat, prompt.options))


def heir(p: Players, prompt: Prompt) -> Any:
    return or_any(p, prompt, friend(p, prompt.seat, prompt.options))


def shoot(p: Players, prompt: Prompt) -> Any:
    return or_any(p, prompt, foe(p, prompt.seat, prompt.options))


def voters(p: Players, prompt: Prompt) -> Any:
    """The better half, as the Scapegoat sees it."""
    by = prompt.seat
    seats = sorted(prompt.options, key=lambda seat: p.beliefs.of(by, seat))
    chosen = seats[: max(prompt.low, (len(seats) + 1) // 2)]
    return chosen[0] if prompt.high == 1 else tuple(sorted(chosen))


def serve(p: Players, prompt: Prompt) -> Any:
    """The Servant takes the claimed power of somebody she holds for honest."""
    if not prompt.options:
        return None
    servant = prompt.options[0]
    condemned = p._condemned
    claimed = p.debating.claims.get(condemned, "")
    is_honest = p.beliefs.common(condemned) + p.beliefs.own[servant][condemned] < 0.5
    return servant if claimed and is_honest and servant not in p.wolves else None


def sign(p: Players, prompt: Prompt) -> Any:
    """A second vote is worth it where another suspect stands out, or where the pack gains by it."""
    judges = [seat for seat in p.living() if p.card.get(seat) == "wandering_judge"]
    if not judges:
        return p.random.random() < 0.5
    by = judges[0]
    others = [seat for seat in p.living() if seat not in (by, p._condemned)]
    if not others:
        return False
    if by in p.wolves:
        return p.beliefs.leader(others) not in p.wolves
    return p.beliefs.chance(by, p.beliefs.most(by, others)) > 0.45


# -- by night --


def devour(p: Players, prompt: Prompt) -> Any:
    """The pack's meal; nobody eats a packmate's love."""
    loved = {other for seat in prompt.audience if isinstance(seat, int) for other in p.love.get(seat, ())}
    prey = [seat for seat in prompt.options if seat not in loved and seat not in p.wolves] or list(prompt.options)
    return max(prey, key=appetite(p).__getitem__) if prey else None


def white(p: Players, prompt: Prompt) -> Any:
    """He needs the pack until the village is nearly gone."""
    others = sum(seat not in p.wolves for seat in p.living())
    pack = sum(seat in p.wolves for seat in p.living())
    if not prompt.options or (others > 3 and others > pack):
        return None
    return prompt.options[p.below(len(prompt.options))]


def infect(p: Players, prompt: Prompt) -> Any:
    return p.random.random() < p.constants["powers"]["infect"]


def look(p: Players, prompt: Prompt) -> Any:
    """Somebody not known yet, rather a suspect."""
    by = prompt.seat
    known = p.knows.get(by, {}).keys() | p.looked_at.get(by, set())
    fresh = [seat for seat in prompt.options if seat not in known and seat not in p.debating.claims]
    fresh = fresh or [seat for seat in prompt.options if seat not in known]
    return or_any(p, prompt, p.beliefs.most(by, fresh) if fresh else 0)


def heal(p: Players, prompt: Prompt) -> Any:
    by, powers = prompt.seat, p.constants["powers"]
    if not prompt.options:
        return None
    if len(prompt.options) > 3:  # anybody may be healed: herself at random times
        return None if p.random.random() < 0.7 else or_any(p, prompt, by)
    for seat in prompt.options:
        if seat == by or seat in p.love.get(by, ()):
            return seat
    seat = prompt.options[0]
    if by in p.wolves:
        return None
    if p.debating.claims.get(seat) or p.beliefs.common(seat) + p.beliefs.own[by][seat] < powers["heal_trusted"]:
        return seat
    chance = powers["heal_first" if p.village.night == 1 else "heal_later"]
    return seat if p.random.random() < chance else None


def poison(p: Players, prompt: Prompt) -> Any:
    by, powers = prompt.seat, p.constants["powers"]
    seat = foe(p, by, prompt.options)
    if not seat or seat not in prompt.options:
        return None
    if by in p.wolves:
        return seat
    threshold = powers["poison_late"] if len(p.living()) <= 6 else powers["poison"]
    return seat if p.beliefs.chance(by, seat) > threshold else None


def protect(p: Players, prompt: Prompt) -> Any:
    by, powers = prompt.seat, p.constants["powers"]
    seers = [seat for seat, name in p.debating.claims.items() if name == "seer" and seat in prompt.options]
    if seers and p.random.random() < powers["guard_seer"]:
        return p.beliefs.least(by, seers)
    if by in prompt.options and p.random.random() < powers["self_care"]:
        return by
    return or_any(p, prompt, friend(p, by, prompt.options) or by)


def sniff(p: Players, prompt: Prompt) -> Any:
    """The three neighbours most likely to hold a Werewolf, while none is known; none twice."""
    by = prompt.seat
    known = p.knows.get(by, {})

    def scent(centre: int) -> float:
        group = (centre, *p.village.neighbours(centre))
        return sum(p.beliefs.chance(by, seat) for seat in group if seat != by and known.get(seat) is not False)

    centre = max(prompt.options, key=scent)
    return centre if scent(centre) > 0.25 else None


def charm(p: Players, prompt: Prompt) -> Any:
    fresh = [seat for seat in prompt.options if seat not in p.charmed]
    p.random.shuffle(fresh)
    rest = [seat for seat in prompt.options if seat in p.charmed]
    return tuple(sorted([*fresh, *rest][: prompt.high])) if prompt.high > 1 else [*fresh, *rest][0]


def caught(p: Players, prompt: Prompt) -> Any:
    """A Little Girl who peeps: sometimes seen, sometimes seeing."""
    powers = p.constants["powers"]
    if not prompt.options:
        return None
    girl = prompt.options[0]
    if p.random.random() < powers["girl_caught"]:
        return girl
    pack = [seat for seat in p.living() if seat in p.wolves]
    if pack and p.random.random() < powers["girl_sees"]:
        p.learn(girl, pack[p.below(len(pack))], True)
    return None


def any_sign(p: Players, prompt: Prompt) -> Any:
    return p._text(prompt)


def yes(p: Players, prompt: Prompt) -> Any:
    return True


def side(p: Players, prompt: Prompt) -> Any:
    return prompt.options[p.below(len(prompt.options))]


def anybody(p: Players, prompt: Prompt) -> Any:
    """A matter of taste, not of skill."""
    return p._pick(prompt)


def steal(p: Players, prompt: Prompt) -> Any:
    """A power rather than none; a Werewolf's card as readily as any other."""
    fine = [name for name in prompt.options if name != "simple_villager"]
    return fine[p.below(len(fine))] if fine else p._choose(prompt)


BEST_PARTS: Final[Sequence[str]] = ("seer", "fox", "witch", "defender", "bear_tamer", "hunter")


def play(p: Players, prompt: Prompt) -> Any:
    """The Actor begins with what tells him most."""
    return next((name for name in BEST_PARTS if name in prompt.options), None) or p._choose(prompt)


THUMBS: Final[dict[str, Thumb]] = {
    "day.debate": debate,
    "vote.ballots": ballots,
    "vote.counts": counts,
    "vote.alone": tiebreak,
    "sheriff.now": yes,
    "sheriff.elect": elect,
    "farmers.elect": elect,
    "executioner.elect": elect,
    "sheriff.tiebreak": tiebreak,
    "sheriff.heir": heir,
    "executioner.heir": heir,
    "hunter.shoot": shoot,
    "scapegoat.voters": voters,
    "devoted_servant.act": serve,
    "wandering_judge.signed": sign,
    "wandering_judge.sign": any_sign,
    "werewolves.devour": devour,
    "big_bad_wolf.devour": devour,
    "white_werewolf.devour": white,
    "cursed_wolf_father.infect": infect,
    "little_girl.caught": caught,
    "little_girl.devour": yes,
    "seer.look": look,
    "witch.heal": heal,
    "witch.poison": poison,
    "defender.protect": protect,
    "fox.sniff": sniff,
    "piper.charm": charm,
    "cupid.pair": anybody,
    "wild_child.model": anybody,
    "wolf_hound.choose": side,
    "thief.swap": steal,
    "actor.play": play,
}
"""Question -> who knows an answer."""

ALWAYS: Final = frozenset({"day.debate", "little_girl.caught", "sheriff.now"})
"""Answered so whatever the skill: nobody's decision, or the evening's own course."""
