"""Every roller asks what its check can answer, with every value that its controls offer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from engine.check import Input
from engine.notation.answer import GAME as FREE
from tests.handbook import library
from tests.site.judge import question, respond
from tests.site.pages import Page, every


def rollers(pages: list[Page]) -> Iterator[tuple[str, Element]]:
    """Every roller with the address of its page."""
    return ((page.address, roller) for page in pages for roller in page.all("dice-roll"))


def faults(roller: Element, **more: Any) -> list[Any]:
    """What the engine has against a roller's question; a rule that forbids the roll is no fault of the page."""
    asked = question(roller)
    if asked["game"] == FREE:
        asked["check"] = more.pop("notation", asked["check"])
    response = respond("preview", {**asked, "inputs": {**asked["inputs"], **more}})
    return [] if response["ok"] else response["faults"]


def test_the_attributes_of_every_roller_are_sound(pages: list[Page]) -> None:
    assert [(address, found) for address, roller in rollers(pages) if (found := faults(roller))] == []


def test_every_value_a_control_offers_is_sound(pages: list[Page]) -> None:
    found = []
    for address, roller in rollers(pages):
        for control in controls(roller):
            for values in offered(control):
                found += [(address, fault) for fault in faults(roller, **values)]

    assert found == []


def test_every_control_is_an_input_and_numbers_have_its_bounds(pages: list[Page]) -> None:
    for address, roller in rollers(pages):
        if question(roller)["game"] == FREE:
            continue
        declared = inputs(roller)
        for control in controls(roller):
            names = json.loads(control.attrib["data-set"]) if "data-set" in control.attrib else [control.attrib["name"]]
            assert set(names) <= declared.keys(), address
            if control.get("type") == "number":
                bounds = declared[control.attrib["name"]]
                assert (int(control.attrib["min"]), int(control.attrib["max"])) == (bounds.min, bounds.max), address


def test_a_form_starts_with_what_its_roller_says(pages: list[Page]) -> None:
    for address, roller in rollers(pages):
        chosen = {name: value for control in controls(roller) for name, value in start(control).items()}
        assert all(not faults(roller, **chosen) for _ in chosen), address
        given = {name: value for name, value in question(roller)["inputs"].items() if name in chosen}
        assert given.items() <= chosen.items(), address


def test_every_roller_is_one_button_first_and_named_once(pages: list[Page]) -> None:
    for address, roller in rollers(pages):
        buttons = list(every(roller, "button", "rb-roll"))
        assert len(buttons) == 1, address
        assert buttons[0].get("type") == "button", address
        assert ("compact" in roller.attrib) == ("aria-label" in buttons[0].attrib), address


def test_every_check_can_be_rolled_somewhere(pages: list[Page]) -> None:
    rolled = {(roller.get("game"), roller.get("check")) for _, roller in rollers(pages)}
    checks = {
        (game.id, check.id) for game in library().games.values() for check in game.checks.values() if not check.race
    }

    assert checks - rolled == set()


def controls(roller: Element) -> Iterator[Element]:
    """The controls of a full roller's form."""
    for form in every(roller, "form", "rb-controls"):
        yield from (element for element in form.iter() if element.tag in ("input", "select"))


def inputs(roller: Element) -> dict[str, Input]:
    """The inputs of a roller's check."""
    asked = question(roller)
    return dict(library().game(asked["game"]).check(asked["check"]).inputs)


def offered(control: Element) -> Iterator[dict[str, Any]]:
    """Each set of inputs that a control can be brought to say."""
    name = control.attrib["name"]
    if control.tag == "select":
        yield from ({name: option.attrib["value"]} for option in control.iter("option") if option.attrib["value"])
    elif "data-set" in control.attrib:
        yield json.loads(control.attrib["data-set"])
    elif control.get("type") == "checkbox":
        yield from ({name: "yes"}, {name: "no"})
    elif control.get("type") == "number":
        yield from ({name: control.attrib[bound]} for bound in ("min", "max") if bound in control.attrib)
    elif control.get("type") == "radio":
        yield {name: control.attrib["value"]}


def start(control: Element) -> dict[str, str]:
    """What a control says when the page opens."""
    name, kind = control.attrib["name"], control.get("type")
    if control.tag == "select":
        options = list(control.iter("option"))
        chosen = next((option for option in options if "selected" in option.attrib), options[0])
        return {name: chosen.attrib["value"]} if chosen.attrib["value"] else {}
    if kind == "checkbox":
        return {name: "yes" if "checked" in control.attrib else "no"}
    if kind == "radio" and "checked" not in control.attrib:
        return {}
    if "data-set" in control.attrib:
        return {name: str(value) for name, value in json.loads(control.attrib["data-set"]).items()}
    return {name: control.attrib["value"]} if control.get("value") else {}
