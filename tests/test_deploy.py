"""Containers, as far as they can be looked at without an engine: what is copied is there, what is called exists."""

from __future__ import annotations

import fnmatch
import importlib.util
import ipaddress
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click
import pytest

from nightcall.cli.commands import build
from nightcall.cli.speech import Voice
from nightcall.web.serve import GRACE, HEARD_OUT

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
INSTRUCTIONS = set("FROM WORKDIR COPY RUN USER ENV VOLUME EXPOSE STOPSIGNAL HEALTHCHECK ENTRYPOINT CMD".split())
needs_yaml = pytest.mark.skipif(
    importlib.util.find_spec("yaml") is None and "CI" not in os.environ, reason="there is no PyYAML here"
)


def instructions() -> list[tuple[str, str]]:
    text = re.sub(r"\\\n\s*", " ", (DEPLOY / "Dockerfile").read_text("utf-8"))
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(name, rest.strip()) for name, _, rest in (line.partition(" ") for line in lines)]


def serve_understands(arguments: list[str]) -> dict[str, Any]:
    """What `nightcall serve` makes of a command line; it complains about what it does not know."""
    group = build(Voice("en"))
    assert arguments[0] == "serve"
    found: click.Context = group.commands["serve"].make_context("serve", list(arguments[1:]))
    return found.params


def is_sent(path: str) -> bool:
    """Whether the engine is given a file at all: the last line of .dockerignore that fits decides."""
    sent = True
    for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines():
        pattern = line.strip().removeprefix("!")
        if line.strip() and not line.startswith("#"):
            parts = [path, *(str(each) for each in Path(path).parents)]
            if any(fnmatch.fnmatch(part, pattern.removeprefix("**/")) for part in parts):
                sent = line.startswith("!")
    return sent


def test_the_dockerfile_says_only_what_an_engine_knows() -> None:
    found = instructions()
    assert found[0][0] == "FROM"
    assert {name for name, _ in found} <= INSTRUCTIONS
    for name, rest in found:
        if name in ("ENTRYPOINT", "CMD"):
            assert all(isinstance(word, str) for word in json.loads(rest)), "no shell in between: signals arrive"


def test_what_is_copied_is_there_and_is_sent() -> None:
    stages = {rest.split(" AS ")[1] for name, rest in instructions() if name == "FROM" and " AS " in rest}
    for name, rest in instructions():
        words = shlex.split(rest)
        if name != "COPY":
            continue
        if words[0].startswith("--from="):
            assert words[0].removeprefix("--from=") in stages
            continue
        for source in words[:-1]:
            assert (ROOT / source).exists(), source
            assert is_sent(source), source
    for private in (".git/config", "nightcall.sqlite3", ".venv/bin/python", "tests/box.py", "deploy/.env"):
        assert not is_sent(private), private


def test_it_runs_as_nobody_in_particular_and_is_asked_whether_it_can_serve() -> None:
    last = max(place for place, (name, _) in enumerate(instructions()) if name == "FROM")
    final = dict(instructions()[last:])
    assert final["USER"] not in ("root", "0")
    told = serve_understands(json.loads(final["CMD"]))
    assert told["port"] == int(final["EXPOSE"])
    assert f":{told['port']}/readyz" in final["HEALTHCHECK"]
    assert f"NIGHTCALL_DATA={final['VOLUME']}" in final["ENV"]


def test_what_the_image_installs_is_locked_and_what_the_project_asks_for() -> None:
    """`make lock` writes both files: the same versions, each with its hashes."""
    locked, ours = (
        dict(re.findall(r"^([a-z0-9-]+)==(\S+)", path.read_text("utf-8"), re.MULTILINE))
        for path in (DEPLOY / "requirements.txt", ROOT / "requirements.txt")
    )
    assert locked.items() <= ours.items()
    assert {"starlette", "uvicorn", "jinja2", "click", "asyncpg"} <= set(locked)
    assert not {"pytest", "mypy", "distributed"} & set(locked)
    text = (DEPLOY / "requirements.txt").read_text("utf-8")
    assert text.count("--hash=sha256:") >= len(locked)
    assert "://" not in text


def filled(text: str) -> str:
    """With something in place of what is told from outside."""
    return re.sub(r"\$\{(\w+)[^}]*\}", r"\1", text)


@needs_yaml
def test_the_services_fit_together() -> None:
    import yaml

    found = yaml.safe_load((DEPLOY / "compose.yml").read_text("utf-8"))
    services = found["services"]
    assert set(services) == {"app", "database", "proxy"}
    for name, service in services.items():
        assert set(service.get("networks", ())) <= set(found["networks"]), name
        assert set(service.get("depends_on", {})) <= set(services), name
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in found["volumes"] or (DEPLOY / source).exists(), volume
    assert (DEPLOY / services["app"]["build"]["context"]).resolve() == ROOT
    assert (ROOT / services["app"]["build"]["dockerfile"]).is_file()
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"], "nobody else is reached"
    words = [filled(word) for word in services["app"]["command"]]
    told = serve_understands(words)
    at = urlsplit(filled(services["app"]["environment"]["NIGHTCALL_DATABASE"]))
    wanted = services["database"]["environment"]
    assert (at.username, at.hostname, at.path) == (wanted["POSTGRES_USER"], "database", f"/{wanted['POSTGRES_DB']}")
    (subnet,) = [each["subnet"] for each in found["networks"]["inner"]["ipam"]["config"]]
    assert [ipaddress.ip_network(each) for each in told["proxies"]] == [ipaddress.ip_network(subnet)]
    assert f"app:{told['port']}" in (DEPLOY / "Caddyfile").read_text("utf-8")


SERVICE = set(
    "build cap_drop command depends_on environment healthcheck image networks ports read_only restart security_opt"
    " stop_grace_period tmpfs volumes".split()
)
"""What we say of a service, of all that Compose knows."""
LASTS = re.compile(r"(\d+h)?(\d+m)?(\d+s)?")


@needs_yaml
def test_the_services_say_only_what_compose_knows() -> None:
    """What a container engine would refuse, or worse, not notice: a key misspelt, a wait that never ends."""
    import yaml

    found = yaml.safe_load((DEPLOY / "compose.yml").read_text("utf-8"))
    assert set(found) == {"services", "networks", "volumes"}
    built = dict(instructions())
    for name, service in found["services"].items():
        assert set(service) <= SERVICE, name
        assert ("image" in service) != ("build" in service), name
        assert service["restart"] == "unless-stopped", name
        if "image" in service:
            assert re.fullmatch(r"[a-z]+:\d[\w.-]*", service["image"]), "a version is named"
        for wanted, how in service.get("depends_on", {}).items():
            other = found["services"][wanted]
            assert how == {"condition": "service_healthy"}
            assert "healthcheck" in other or ("build" in other and "HEALTHCHECK" in built), "somebody can say so"
        for lasts in (service.get("stop_grace_period", "1s"), service.get("healthcheck", {}).get("interval", "1s")):
            assert LASTS.fullmatch(lasts), lasts
        for port in service.get("ports", ()):
            assert isinstance(port, str), "YAML reads 80:80 as a number to the base of sixty"
    app = found["services"]["app"]
    assert (app["read_only"], app["cap_drop"], app["tmpfs"]) == (True, ["ALL"], ["/tmp"])
    assert int(app["stop_grace_period"].removesuffix("s")) > GRACE + HEARD_OUT, "taps under way are answered"


@pytest.mark.skipif(shutil.which("docker") is None, reason="there is no Compose here")
def test_compose_reads_its_file() -> None:
    """It needs no engine for that."""
    if subprocess.run(["docker", "compose", "version"], capture_output=True, check=False).returncode:
        pytest.skip("there is no Compose here")
    environment = os.environ | {"DOMAIN": "party.example", "POSTGRES_PASSWORD": "x"}
    command = ["docker", "compose", "--file", str(DEPLOY / "compose.yml"), "config", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, timeout=60)
    assert done.returncode == 0, done.stderr


@needs_yaml
def test_no_password_is_written_down_and_what_must_be_told_is_asked_for() -> None:
    text = (DEPLOY / "compose.yml").read_text("utf-8")
    wanted = set(re.findall(r"\$\{(\w+)", text))
    assert wanted == set(re.findall(r"\$\{(\w+):\?", text)), "without it nothing starts, and it is said what is missing"
    for name in wanted:
        assert f"{name}=" in text.partition("services:")[0], f"the example names {name}"
        assert name in (ROOT / "docs" / "operating.md").read_text("utf-8")


@pytest.mark.skipif(shutil.which("caddy") is None, reason="there is no Caddy here")
def test_the_proxy_understands_its_file(tmp_path: Path) -> None:
    environment = os.environ | {"DOMAIN": "party.example", "XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)}
    command = ["caddy", "adapt", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile"), "--validate"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert "party.example" in done.stdout


def _has_engine() -> bool:
    if sys.platform == "emscripten" or shutil.which("docker") is None:
        return False
    return subprocess.run(["docker", "info"], capture_output=True, check=False, timeout=30).returncode == 0


@pytest.mark.soak
def test_an_engine_builds_the_image_where_there_is_one() -> None:
    if not _has_engine():
        pytest.skip("there is no container engine here")
    command = ["docker", "build", "--quiet", "--file", str(DEPLOY / "Dockerfile"), str(ROOT)]
    assert subprocess.run(command, check=False, capture_output=True).returncode == 0
