"""JupyterHub's settings for a class, from one `Launch`."""

import sys
from pathlib import Path
from typing import Any

from certlab.classroom.handlers import ADDRESS
from certlab.classroom.hub import accounts, door, fence, passwords, seats
from certlab.classroom.hub.environment import handed_on
from certlab.classroom.hub.launch import INSTRUCTOR, Launch
from certlab.classroom.hub.limits import Limits
from certlab.classroom.hub.spawners import SEAT, home_template
from certlab.servers.jupyterlab import NAME

SERVICE = "class"  # its name in the Hub, and in its address
_ACCESS = f"access:services!service={SERVICE}"
_START_SECONDS = 300  # forty at once share a few cores
_STOP_SECONDS = 5


def configure(c: Any, launch: Launch) -> None:
    """Set what a class needs."""
    _the_hub(c, launch)
    _the_door(c, launch)
    door.put(c, launch)
    _the_seats(c, launch)
    _the_services(c, launch)


def _the_hub(c: Any, launch: Launch) -> None:
    folder = Path(launch.folder)
    hub, proxy, _ = launch.ports
    scheme = "https" if launch.certificate else "http"
    c.JupyterHub.bind_url = f"{scheme}://{launch.ip}:{launch.port}/"
    c.JupyterHub.ssl_cert, c.JupyterHub.ssl_key = launch.certificate, launch.key
    c.JupyterHub.hub_bind_url = f"http://127.0.0.1:{hub}"
    c.JupyterHub.db_url = f"sqlite:///{folder / 'hub.sqlite'}"
    c.JupyterHub.cookie_secret_file = str(folder / "cookie-secret")
    c.JupyterHub.cleanup_servers = c.JupyterHub.cleanup_proxy = True
    c.JupyterHub.log_level = "INFO"
    if launch.subdomains:
        c.JupyterHub.subdomain_host = launch.address.rstrip("/")
        c.ConfigurableHTTPProxy.command = [launch.proxy]
    else:
        fence.put(c, launch)
    c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{proxy}"
    c.ConfigurableHTTPProxy.pid_file = str(folder / "proxy.pid")


def _the_door(c: Any, launch: Launch) -> None:
    c.JupyterHub.authenticator_class = (
        "certlab.classroom.hub.authenticator.ClassAuthenticator"
    )
    c.Authenticator.allow_all = True
    c.Authenticator.admin_users = {INSTRUCTOR}
    c.SharedPasswordAuthenticator.user_password = launch.code
    c.SharedPasswordAuthenticator.admin_password = passwords.lock(launch.password)
    c.ClassAuthenticator.real_accounts = launch.accounts
    c.ClassAuthenticator.seats_file = str(Path(launch.folder) / seats.FILE)


def _the_seats(c: Any, launch: Launch) -> None:
    kind = "AccountSpawner" if launch.accounts else "FolderSpawner"
    c.JupyterHub.spawner_class = f"certlab.classroom.hub.spawners.{kind}"
    c.SimpleLocalProcessSpawner.home_dir_template = home_template(Path(launch.folder))
    c.LocalProcessSpawner.interrupt_timeout = _STOP_SECONDS
    c.LocalProcessSpawner.term_timeout = _STOP_SECONDS
    if launch.accounts:
        c.AccountSpawner.gib, c.AccountSpawner.cpus = launch.gib, launch.cpus
    c.Spawner.cmd = SEAT
    c.Spawner.disable_user_config = True
    c.Spawner.default_url = f"/lab/workspaces/{NAME}"
    c.Spawner.start_timeout = c.Spawner.http_timeout = _START_SECONDS
    c.Spawner.env_keep = []  # what is handed on is named in one place
    c.Spawner.environment = {
        **handed_on(launch.cache),
        ADDRESS: f"http://127.0.0.1:{launch.ports[2]}/services/{SERVICE}/",
        **Limits(launch.gib, launch.cpus).variables(),
    }
    # So that a learner's own server can speak for them to the class's service.
    c.Spawner.server_token_scopes = [
        *("users:activity!user", "access:servers!server", "read:users:name!user"),
        _ACCESS,
    ]


def _the_services(c: Any, launch: Launch) -> None:
    # Not as words of its command, which every account of the machine can see.
    environment = {
        **handed_on(launch.cache, "PGPASSFILE"),
        "CERTLAB_CLASS_DATABASE": launch.database,
        "CERTLAB_CLASS_NAME": launch.name,
        "CERTLAB_CLASS_SYLLABUS": launch.syllabus,
        "CERTLAB_CLASS_KEPT_DAYS": str(launch.kept_days),
        "CERTLAB_CLASS_ADDRESS": launch.address,
        "CERTLAB_CLASS_CODE": launch.code,
    }
    services: list[dict[str, Any]] = [
        {
            "name": SERVICE,
            "url": f"http://127.0.0.1:{launch.ports[2]}",
            "command": [sys.executable, "-P", "-m", "certlab.classroom.service"],
            "cwd": str(Path(launch.folder) / SERVICE),
            "environment": environment,
            "oauth_no_confirm": True,
        },
        {"name": "certlab-commands", "api_token": launch.token},
    ]
    roles: list[dict[str, Any]] = [
        {"name": "user", "scopes": ["self", _ACCESS]},
        {
            "name": "commands",
            "scopes": ["list:users", "read:servers", "delete:servers"],
            "services": ["certlab-commands"],
        },
    ]
    if launch.idle_minutes:
        # It asks the Hub, and the Hub stops the servers.
        seconds = 60 * launch.idle_minutes
        module = "jupyterhub_idle_culler"
        command = [sys.executable, "-P", "-m", module, f"--timeout={seconds}"]
        services.append({"name": "idle-culler", "command": command})
        scopes = ["list:users", "read:users:activity", "read:servers", "delete:servers"]
        culls = {"name": "culls", "scopes": scopes, "services": ["idle-culler"]}
        roles.append(culls)
    if launch.accounts:
        for one in services:
            if "command" in one:  # what learners talk to does not run as root
                one["user"] = accounts.SERVICES
    c.JupyterHub.services, c.JupyterHub.load_roles = services, roles
