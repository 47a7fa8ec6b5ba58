"""The last step of a build, over all files that it wrote: what makes a folder of pages a site to rely on."""

from pathlib import Path

from bundle.policy import apply_policy
from bundle.release import make_release, write_identity
from bundle.service_worker import write_kill_switch, write_service_worker
from bundle.setting import Setting, read_names, read_setting
from bundle.styles import join_styles
from bundle.trim import trim
from bundle.webapp import write_webapp
from bundle.weight import check_weight


def finish(site: Path, setting: Setting | None = None) -> None:
    """Trim the site, make it an app, guard it and list it for the readers' devices, raises BundleError.

    A site that `serve` reloads as it changes takes a script with a number in it that no policy can
    foresee, and a copy on the device would hide every change: it has neither, unless asked for.
    """
    setting = setting or read_setting()
    trim(site)
    join_styles(site)
    write_webapp(site, *read_names(site))
    if not setting.served:
        apply_policy(site)
        check_weight(site)
    if setting.offline is False or (setting.served and not setting.offline):
        write_identity(site, None)
        write_kill_switch(site)
    else:
        write_service_worker(site, make_release(site))
