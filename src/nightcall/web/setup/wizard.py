"""Setting up a table: players, cards, extras, house rules, who deals, and off it goes.

The table lies in the store from the first tap, one draft per device. Every step can be opened at any time and keeps
whatever was entered, playable or not; what the engine has against it stands on the step it belongs to.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from nightcall import desk
from nightcall.desk.guessed import comes_short
from nightcall.engine import checking, tape
from nightcall.engine.checking import FEWEST, MOST
from nightcall.engine.errors import Fault, InvalidSetup, NightcallError
from nightcall.engine.names import is_name
from nightcall.engine.options import PRESETS, Options
from nightcall.engine.viewers import MODERATOR
from nightcall.sim import evenings, people
from nightcall.sim.surrogate import CARDS
from nightcall.web import access, background, rescue
from nightcall.web.manner import DEALS, LED, PASS, PHONES, Manner, is_practice
from nightcall.web.past import forecasts
from nightcall.web.past.summaries import is_led
from nightcall.web.setup import advice, drafting, estimates, offers, profiles, shapes, steps
from nightcall.web.setup.drafting import STEPS, Draft
from nightcall.web.setup.profiles import BadProfile
from nightcall.web.setup.shapes import DEBATES
from nightcall.web.setup.steps import NotUnderstood
from nightcall.web.store import Grant, Kept
from nightcall.web.tables.at_hand import NoSuchGame
from nightcall.web.tables.retelling import SEED_BITS
from nightcall.web.visit import BELONGINGS, Visit

DRAFT, PROFILES = BELONGINGS
PROFILES_AT_MOST: Final = 30
PROFILE_NAME: Final = 40

Profiles = dict[str, dict[str, Any]]
"""Name -> house rules kept on this device."""


# -- the steps --


async def first(request: Request) -> Response:
    """The way in: the players, or a profile somebody has shared."""
    visit = Visit(request)
    shared = request.query_params.get("profile")
    if shared is None:
        return await show(visit, "players", await drafted(visit))
    return await preview(visit, shared)


async def step(request: Request) -> Response:
    visit = Visit(request)
    name = _step(request)
    if request.method == "GET":
        draft = await drafted(visit)
        if draft.begun and name == STEPS[-1]:  # the way back from the game: nothing is here any more
            return visit.to(_entrance(draft.begun, draft.deal))
        return await show(visit, name, draft, search=request.query_params.get("q", "")[:60])
    form = await visit.form()
    await visit.known_device()
    draft = await drafted(visit)
    button = _field(form, "do")
    if name in ("players", "begin") and button == "begin":
        return await begin(visit, draft, _field(form, "mark"))
    if draft.begun and draft.mark == _field(form, "mark"):  # what was typed before that tap, saved only now
        return visit.to(_entrance(draft.begun, draft.deal))
    try:
        changed = steps.pressed(name, steps.read(name, draft, form), button)
        changed = await _special(visit, name, changed, button, form)
        changed = await keep(visit, changed)
    except (NotUnderstood, BadProfile, InvalidSetup) as error:
        typed = {key: value for key, value in form.multi_items() if isinstance(value, str)}
        return await show(visit, name, draft, status=422, problem=error, typed=typed)
    target = _field(form, "go") or (_after(name) if button == "next" else "")
    if target in STEPS and target != name:
        return visit.to(f"/new/{target}")
    if not visit.is_fragment:
        return visit.to(f"/new/{name}")
    return await show(visit, name, changed, search=_field(form, "q")[:60], done=button.partition("-")[0])


def _step(request: Request) -> str:
    name: str = request.path_params["step"]
    if name not in STEPS:
        raise HTTPException(404)
    return name


def _field(form: FormData, name: str) -> str:
    value = form.get(name, "")
    return value if isinstance(value, str) else ""


def _after(name: str) -> str:
    return STEPS[min(STEPS.index(name) + 1, len(STEPS) - 1)]


async def _special(visit: Visit, name: str, draft: Draft, button: str, form: FormData) -> Draft:
    """Buttons that need more than the draft: earlier games, profiles."""
    verb, _, what = button.partition("-")
    if (name, verb) == ("players", "last"):
        games = await last_games(visit)
        return draft.seated(games[0].summary["players"]) if games else draft
    if name == "rules" and verb in ("profile", "use", "forget"):
        return await _profile(visit, draft, verb, what or _field(form, "profile_name"))
    return draft


# -- keeping the draft --


async def drafted(visit: Visit) -> Draft:
    """The table this device is setting up; an empty one once it has begun."""
    kept = await visit.site.store.read(visit.device, DRAFT) if visit.device else None
    found = Draft.of(kept)
    if kept is None or found.begun:
        return replace(found, preset=Draft.fresh(visit.words).preset)
    return found


async def keep(visit: Visit, draft: Draft) -> Draft:
    if draft.begun or not draft.mark:
        draft = replace(draft, begun="", mark=secrets.token_urlsafe(9), houses_seed=secrets.randbits(32))
    await visit.site.store.write(await visit.known_device(), DRAFT, draft.to_json())
    return draft


async def last_games(visit: Visit) -> list[Kept]:
    if not visit.device:
        return []
    mine = await visit.site.store.games_moderated_by(visit.device)
    return [game for game in mine if not is_practice(game.manner) and not is_led(game)]


# -- showing a step --


async def show(visit: Visit, name: str, draft: Draft, *, status: int = 200, search: str = "", **facts: Any) -> Response:
    if draft.begun:  # opened again: what is entered on this page is for the next game, not late for that one
        draft = replace(draft, mark="", begun="")
    setup, faults = draft.table(), draft.faults
    marks = {each: sum(drafting.step_of(fault) == each for fault in faults) for each in STEPS}
    problem: NightcallError | None = facts.pop("problem", None)
    return visit.page(
        f"new_{name}.html",
        status,
        step=name,
        steps=STEPS,
        next_step=_after(name),
        draft=draft,
        setup=setup,
        faults=_here(faults, name),
        warnings=_here(setup.warnings(), name),
        remedy=offers.remedy if name == "cards" else None,
        notes=desk.notes_on(setup, visit.words) if name in ("extras", "begin") else [],
        marks=marks if draft.players else dict.fromkeys(STEPS, 0),
        problem=visit.words.error(problem, cites=False) if problem is not None else "",
        typed=facts.pop("typed", {}),
        done=facts.pop("done", ""),
        search=search,
        **await _offered(visit, name, draft, search),
        **facts,
    )


def _here(faults: list[Fault], name: str) -> list[tuple[str, Fault]]:
    """Step and fault: those of this step, at the end all of them."""
    found = [(drafting.step_of(fault), fault) for fault in faults]
    return found if name == "begin" else [pair for pair in found if pair[0] == name]


async def _offered(visit: Visit, name: str, draft: Draft, search: str) -> dict[str, Any]:
    words = visit.words
    if name == "players":
        return {
            "last": (await last_games(visit))[:1],
            "fewest": FEWEST,
            "most": MOST,
            "deck": offers.copies(draft.cards, words),
            "is_plain": draft.is_plain and not draft.faults,
            "odds": _odds(visit, draft),
        }
    if name == "cards":
        return {
            "tiles": offers.tiles(draft, words),
            "mixes": offers.mixes(draft, words),
            "wanted": draft.wanted,
            "given": sum(draft.cards.values()),
            "larger": offers.larger(draft, words),
            "borrowable": offers.borrowable(draft),
            "silent": offers.silent(draft),
            "absent": offers.absent(draft),
            "opening": offers.opening(draft),
            "odds": _odds(visit, draft),
            "learnt": forecasts.learnt(await last_games(visit)),
            **_advice(visit, draft),
        }
    if name == "extras":
        return {"homes": offers.homes(), "events": offers.events(), "variants": offers.variants()}
    if name == "rules":
        return {
            "presets": PRESETS,
            "chapters": offers.chapters(draft, words, search),
            "profiles": list(await kept_profiles(visit)),
            "link": visit.link(f"/new?profile={profiles.code(profiles.profile(draft))}"),
        }
    if name == "deal":
        return {"deals": DEALS, "debates": DEBATES}
    trio = words.names(words.card(card) for card in draft.table().trio)
    return {"deck": offers.copies(draft.cards, words), "trio": trio}


# -- odds and advice --


def _odds(visit: Visit, draft: Draft) -> estimates.Shown | None:
    """What is known of the odds by now; None for a table that cannot play."""
    if not draft.players or draft.faults:
        return None
    return estimates.shown(draft, _known(visit, draft), _wanted(visit), visit.words)


def _known(visit: Visit, draft: Draft) -> estimates.Estimate | None:
    """What has been counted of this table, if anything."""
    found = visit.site.background.known(estimates.key_of(draft))
    return found if isinstance(found, estimates.Estimate) and found.games else None


async def _look(visit: Visit, draft: Draft, patience: float = background.LOOK) -> estimates.Estimate:
    """How far the count of this table is."""
    begin = partial(estimates.Estimate.of, draft, _wanted(visit))
    found = await visit.site.background.look(estimates.key_of(draft), begin, patience)
    assert isinstance(found, estimates.Estimate)
    return found


def _wanted(visit: Visit) -> int:
    return estimates.GAMES_ALONE if visit.site.is_alone else estimates.GAMES


def _advice(visit: Visit, draft: Draft) -> dict[str, Any]:
    known = _known(visit, draft)
    return {
        "tables": people.words(),
        "own": advice.own(draft, known),
        "points": advice.by_skill(draft, known),
        "neighbours": advice.neighbours(draft, known),
        "advised": advice.decks(draft),
        "advised_nothing": advice.nonsense(draft, visit.words),
        "wishes": shapes.WISHES,
        "apart": evenings.constants()["apart"],
        "advised_cards": [name for name in CARDS if name != "werewolf"],
        "copies": offers.copies,
        "comes_short": partial(comes_short, words=visit.words),
    }


async def counted(request: Request) -> Response:
    """How far the count is, for the open page; it goes on while somebody asks. Without scripts: some games."""
    visit = Visit(request)
    draft = await drafted(visit)
    can_play = bool(draft.players) and not draft.faults
    asked = request.query_params.get("of")
    if visit.is_fragment and (not can_play or asked not in (None, estimates.key_of(draft))):
        return visit.nothing()  # it shows a table that has been changed since, and is about to hear of the change
    if not can_play:
        return visit.to("/new/cards")
    if not visit.is_fragment:
        await _look(visit, draft, background.PATIENCE)
        return visit.to("/new/cards")
    count = await _look(visit, draft)
    step = "players" if request.query_params.get("step") == "players" else "cards"
    odds = estimates.shown(draft, count, _wanted(visit), visit.words)
    said: dict[str, Any] = {"own": advice.own(draft, count), "points": advice.by_skill(draft, count)}
    return visit.page("new_count.html", step=step, odds=odds, neighbours=advice.neighbours(draft, count), **said)


# -- beginning --


async def begin(visit: Visit, draft: Draft, mark: str) -> Response:
    """A game from the draft; the same tap arriving twice finds the game it has begun."""
    if draft.begun and draft.mark == mark:
        return visit.to(_entrance(draft.begun, draft.deal))
    try:
        setup = draft.table(secrets.randbits(SEED_BITS)).checked()
    except InvalidSetup:
        return await show(visit, "begin", draft, status=422)
    await visit.site.begun.refuse_flood(visit.client)
    game, device = access.new_game_id(), await visit.granted_device()
    used = Draft(mark=draft.mark, begun=game, deal=draft.deal, people=draft.people, wish=draft.wish)
    manner = replace(draft.manner(), forecast=advice.forecast(draft, _known(visit, draft)))
    await visit.site.tables.begin(
        setup,
        manner,
        name=game,
        device=device,
        rescue="" if visit.site.is_alone else rescue.digest(visit.rescue_code(game)),
        belonging=(DRAFT, used.to_json()),
        follows=await _followed(visit, draft),
    )  # in one go: whatever happens, the same tap sent again finds the game or begins it
    await visit.site.begun.note(visit.client)
    return visit.to(_entrance(game, draft.deal))


async def _followed(visit: Visit, draft: Draft) -> str:
    """The game whose people play on; none if it is gone, or the app leads it: nobody ends such an evening."""
    if draft.after and await visit.has(Grant(draft.after, MODERATOR)):
        with suppress(NoSuchGame):
            before = await visit.site.tables.find(draft.after)
            return "" if before.is_led else before.id
    return ""


def _entrance(game: str, deal: str) -> str:
    """Where the moderator goes on: to the seats, to the dealing by phone, or to the cards on the table."""
    return f"/g/{game}/lead{ {PHONES: '/seats', LED: '/seats', PASS: '/deal'}.get(deal, '/ready') }"


async def again(request: Request) -> Response:
    """The same seats, cards and rules as in a game this device led."""
    visit = Visit(request)
    await visit.form()
    game = request.path_params["game"]
    kept = next((each for each in await last_games(visit) if each.id == game), None)
    if kept is None:
        raise access.NotAllowed("web.not_leading")
    setup = tape.loads("".join(kept.lines)).setup
    before = await drafted(visit)
    same = drafting.again(setup, Manner.of(kept.manner))
    await keep(visit, replace(same, after=game, people=before.people, wish=before.wish))
    return visit.to("/new/begin")


async def afresh(request: Request) -> Response:
    """Away with the draft."""
    visit = Visit(request)
    await visit.form()
    await keep(visit, Draft.fresh(visit.words))
    return visit.to("/new")


# -- profiles --


async def kept_profiles(visit: Visit) -> Profiles:
    found = await visit.site.store.read(visit.device, PROFILES) if visit.device else None
    return found if isinstance(found, dict) else {}


async def _profile(visit: Visit, draft: Draft, verb: str, name: str) -> Draft:
    """Keep these house rules under a name, play by kept ones, or forget them."""
    kept = await kept_profiles(visit)
    name = " ".join(name.split())[:PROFILE_NAME]
    if verb == "use":
        return profiles.with_profile(draft, kept[name]) if name in kept else draft
    if verb == "forget":
        kept.pop(name, None)
    elif not is_name(name):
        raise BadProfile("web.setup.profile_name")
    elif wrong := checking.misspelt(name):
        raise BadProfile(wrong.key, **wrong.facts)
    elif len(kept) >= PROFILES_AT_MOST and name not in kept:
        raise BadProfile("web.setup.too_many_profiles", high=PROFILES_AT_MOST)
    else:
        kept[name] = profiles.profile(draft)
    await visit.site.store.write(await visit.known_device(), PROFILES, kept)
    return draft


async def preview(visit: Visit, shared: str) -> Response:
    """What somebody's link contains, before anything is changed."""
    try:
        found = profiles.from_code(shared)
    except BadProfile as error:
        return await show(visit, "rules", await drafted(visit), status=422, problem=error)
    draft = profiles.with_profile(Draft(), found)
    notes = Options.read(draft.preset, found.get("options", {}))[0].notes()
    return visit.page(
        "new_profile.html", draft=draft, code=shared, notes=[visit.words.fault(note, cites=False) for note in notes]
    )


async def apply(request: Request) -> Response:
    """Play by a shared profile, and keep it if it was given a name."""
    visit = Visit(request)
    form = await visit.form()
    await visit.known_device()
    try:
        found = profiles.from_code(_field(form, "profile"))
    except BadProfile as error:
        return await show(visit, "rules", await drafted(visit), status=422, problem=error)
    draft = profiles.with_profile(await drafted(visit), found)
    async with visit.site.store.together():
        if _field(form, "profile_name").strip():
            draft = await _profile(visit, draft, "profile", _field(form, "profile_name"))
        await keep(visit, draft)
    return visit.to("/new/rules")


ROUTES: Final = [
    Route("/new", first),
    Route("/new/odds", counted),
    Route("/new/afresh", afresh, methods=["POST"]),
    Route("/new/profile", apply, methods=["POST"]),
    Route("/new/again/{game}", again, methods=["POST"]),
    Route("/new/{step}", step, methods=["GET", "POST"]),
]
