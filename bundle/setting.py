"""What a build is for, as its surroundings say: the command that runs it, the environment, the front page it wrote."""

import os
import re
from dataclasses import dataclass
from html import unescape
from pathlib import Path

import click

from bundle.errors import BundleError

# What ROLLBOOK_OFFLINE may say.
_OFFLINE = {"": None, "on": True, "off": False}

_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_DESCRIPTION = re.compile(r'<meta name="description" content="(.*?)"', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Setting:
    """Whether the site is served while it is written, and whether readers' devices keep it; None leaves that open."""

    served: bool = False
    offline: bool | None = None


def read_setting() -> Setting:
    """The setting of this build, raises BundleError for words that mean nothing."""
    given = os.environ.get("ROLLBOOK_OFFLINE", "")
    if given not in _OFFLINE:
        raise BundleError(f"ROLLBOOK_OFFLINE says {given}, which is not one of: on, off.")
    command = click.get_current_context(silent=True)
    return Setting(command is not None and command.info_name == "serve", _OFFLINE[given])


def read_names(site: Path) -> tuple[str, str]:
    """The handbook's name and description, as its front page states them."""
    page = (site / "index.html").read_text(encoding="utf-8")
    return _first(_TITLE, page), _first(_DESCRIPTION, page)


def _first(pattern: re.Pattern[str], page: str) -> str:
    found = pattern.search(page)
    return unescape(found[1]).strip() if found else ""
