"""Each thing that goes wrong with a kept handbook is told in a sentence, and reading goes on."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from bundle.release import write_identity
from bundle.service_worker import write_kill_switch
from tests.offline.host import Host
from tests.offline.reader import KEPT, arrive, await_state, keep_all, keep_pages, look_for_update

FORGET = """async (address) => {
  for (const name of await caches.keys()) await (await caches.open(name)).delete(address);
}"""


def biggest(site: Path) -> str:
    """The address of the largest file."""
    file = max((site / "assets/rollbook").rglob("*.*"), key=lambda file: file.stat().st_size)
    return file.relative_to(site).as_posix()


def test_a_tampered_file_keeps_the_copy_from_being_made(device: BrowserContext, host: Host) -> None:
    host.spoilt["essence-nexus/turn/"] = b"<!doctype html><title>Tampered</title>"
    page = arrive(device, host)
    await_state(page, "none")

    page.locator("offline-state button").tap()
    await_state(page, "failed")
    assert "Try again in a minute" in page.locator("offline-state").inner_text()
    host.mend()
    page.get_by_role("button", name="Try again").tap()
    await_state(page, "ready")


def test_a_spoilt_part_of_the_dice_is_never_kept(device: BrowserContext, host: Host, first: Path) -> None:
    page = keep_pages(device, host)
    host.spoilt[biggest(first)] = b"Not WebAssembly"
    page.locator("offline-state button").tap()
    await_state(page, "failed")
    assert "another version" in page.locator("offline-state").inner_text()


def test_a_connection_that_breaks_is_taken_up_where_it_broke(device: BrowserContext, host: Host, first: Path) -> None:
    page = keep_pages(device, host)
    host.cut[biggest(first)] = 1_000_000
    page.locator("offline-state button").tap()
    await_state(page, "ready")

    (name, part), *_ = host.ranges
    assert name == biggest(first)
    assert 0 < int(part.removeprefix("bytes=").removesuffix("-")) <= 1_000_000


def test_a_lost_network_is_told_and_the_rest_fetched_when_it_is_back(device: BrowserContext, host: Host) -> None:
    page = keep_pages(device, host)
    device.set_offline(True)
    page.locator("offline-state button").tap()
    await_state(page, "failed")
    assert "The network was lost" in page.locator("offline-state").inner_text()
    device.set_offline(False)
    await_state(page, "ready")


def test_an_evicted_copy_is_told_and_the_handbook_works_from_the_network(device: BrowserContext, host: Host) -> None:
    page = keep_all(device, host)
    page.evaluate(f"async () => {{ for (const name of await ({KEPT})()) await caches.delete(name); }}")
    page.goto(host.url)
    await_state(page, "gone")
    assert "no longer whole" in page.locator("offline-state").inner_text()
    page.locator("offline-state button").tap()
    await_state(page, "ready")


def test_one_file_that_is_gone_is_noticed(device: BrowserContext, host: Host, first: Path) -> None:
    page = keep_all(device, host)
    page.evaluate(FORGET, host.url + biggest(first))
    page.reload()
    await_state(page, "gone")


def test_a_full_device_is_told(device: BrowserContext, host: Host) -> None:
    page = keep_pages(device, host)
    session = device.new_cdp_session(page)
    origin = host.url.split("/games")[0]
    session.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 3_000_000})
    page.locator("offline-state button").tap()
    await_state(page, "failed")
    assert "no room left" in page.locator("offline-state").inner_text()
    page.goto(host.url + "essence-nexus/turn/")
    expect(page.locator("article h1")).to_be_visible()


def test_the_kill_switch_clears_everything(device: BrowserContext, host: Host, first: Path, tmp_path: Path) -> None:
    page = keep_all(device, host)
    off = tmp_path / "off"
    shutil.copytree(first, off)
    write_identity(off, None)
    write_kill_switch(off)
    host.folder = off
    look_for_update(page)
    page.wait_for_function("async () => (await caches.keys()).length === 0")
    page.reload()
    page.wait_for_function("async () => (await navigator.serviceWorker.getRegistrations()).length === 0")
    await_state(page, "unable")
    assert page.locator("offline-state").inner_text().strip() == ""


def test_without_service_workers_it_is_said_and_all_is_readable(device: BrowserContext, host: Host) -> None:
    device.add_init_script("delete Navigator.prototype.serviceWorker")
    page = arrive(device, host)
    await_state(page, "unable")
    assert "keeps no pages" in page.locator("offline-state").inner_text()


def test_a_browser_that_refuses_is_no_error(device: BrowserContext, host: Host) -> None:
    """As in a private window."""
    device.add_init_script(
        "navigator.serviceWorker.register = async () => { throw new DOMException('No', 'SecurityError'); }"
    )
    page = arrive(device, host)
    await_state(page, "unable")


def test_who_saves_data_is_asked_first(device: BrowserContext, host: Host) -> None:
    device.add_init_script("Object.defineProperty(navigator, 'connection', { value: { saveData: true } })")
    page = arrive(device, host)
    await_state(page, "none")
    page.wait_for_timeout(1000)
    assert "service-worker.js" not in host.asked
    assert "MB" in page.locator("offline-state button").inner_text()
    page.locator("offline-state button").tap()
    await_state(page, "ready")


def test_another_handbook_on_the_same_host_is_left_alone(device: BrowserContext, host: Host) -> None:
    page = arrive(device, host)
    page.evaluate("async () => (await caches.open('rollbook /games/another/ abc')).put('/x', new Response('x'))")
    await_state(page, "pages")
    assert "rollbook /games/another/ abc" in page.evaluate("() => caches.keys()")
