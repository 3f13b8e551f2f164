"""Interoperability with python-tuf, another implementation of The Update Framework."""

import base64
import functools
import http.server
import json
import threading
from datetime import datetime, timedelta, timezone

import pytest
from securesystemslib.signer import CryptoSigner
from tuf.api.metadata import (DelegatedRole, Delegations, Metadata, MetaFile, Role, Root, Snapshot, SuccinctRoles,
                              TargetFile, Targets, Timestamp)
from tuf.ngclient import Updater


def test_python_tuf_refreshes_from_our_center_and_downloads_a_descriptor(atoll, tmp_path):
    for name in "Lunch Menu", "Bus Times":
        atoll.works("publish", atoll.make_mini_app(name), "--super-app", "com.example.lagoon")
    (tmp_path / "metadata").mkdir()
    (tmp_path / "targets").mkdir()
    root = (atoll.folder / "center/repository/metadata/1.root.json").read_bytes()
    updater = Updater(
        str(tmp_path / "metadata"), atoll.center + "/v1/trust/metadata/", str(tmp_path / "targets"),
        atoll.center + "/v1/trust/targets/", bootstrap=root)
    updater.refresh()
    for app in "com.example.lunch-menu", "com.example.bus-times":
        target = updater.get_targetinfo(f"releases/{app}.json")
        descriptor = json.loads(open(updater.download_target(target)).read())
        assert descriptor["app"] == app
        statement = json.loads(base64.b64decode(descriptor["releases"][0]["statement"]))
        assert (statement["publisher"], statement["code"]) == ("com.example", 1)
    publisher = json.loads(open(updater.download_target(updater.get_targetinfo("publishers/com.example.json"))).read())
    assert publisher["publisher"] == "com.example"
    assert updater.get_targetinfo("releases/com.example.nothing.json") is None
    assert updater.get_targetinfo("elsewhere.json") is None


class PythonRepository:
    """A repository written by python-tuf, with keys of every kind."""

    def __init__(self, folder):
        self.folder = folder
        self.signers = {
            "root": [CryptoSigner.generate_ed25519(), CryptoSigner.generate_ecdsa()],
            "timestamp": [CryptoSigner.generate_rsa()],
            "snapshot": [CryptoSigner.generate_ecdsa()],
            "targets": [CryptoSigner.generate_ed25519()],
            "bins": [CryptoSigner.generate_rsa()],
            "docs": [CryptoSigner.generate_ecdsa()],
        }
        expires = datetime.now(timezone.utc).replace(microsecond=0) + timedelta(days=1)
        root = Root(consistent_snapshot=True, expires=expires)
        for role in "root", "timestamp", "snapshot", "targets":
            for signer in self.signers[role]:
                root.add_key(signer.public_key, role)
        root.roles["root"].threshold = 2
        targets, docs = Targets(expires=expires), Targets(expires=expires)
        targets.targets["plain.txt"] = self.target("plain.txt", b"plain")
        docs.targets["docs/line\nbreak ü.txt"] = self.target("docs/line\nbreak ü.txt", b"docs")
        key = self.signers["docs"][0].public_key
        targets.delegations = Delegations(
            {key.keyid: key}, {"docs": DelegatedRole("docs", [key.keyid], 1, True, paths=["docs/*"])})
        key = self.signers["bins"][0].public_key
        bins = SuccinctRoles([key.keyid], 1, 3, "bin")
        docs_key = self.signers["docs"][0].public_key
        below = Targets(expires=expires)
        below.delegations = Delegations({key.keyid: key}, succinct_roles=bins)
        targets.delegations.keys[docs_key.keyid] = docs_key
        targets.delegations.roles["below"] = DelegatedRole("below", [docs_key.keyid], 1, True, paths=["many/*"])
        snapshot = Snapshot(expires=expires)
        files = {"targets": (targets, "targets"), "docs": (docs, "docs"), "below": (below, "docs")}
        for name in bins.get_roles():
            files[name] = (Targets(expires=expires), "bins")
        for number in range(20):
            path = f"many/{number}.txt"
            files[bins.get_role_for_target(path)][0].targets[path] = self.target(path, str(number).encode())
        (folder / "metadata").mkdir(parents=True)
        for name, (signed, role) in files.items():
            data = self.write(f"1.{name}.json", signed, role)
            snapshot.meta[f"{name}.json"] = MetaFile.from_data(1, data, ["sha256", "sha512"])
        data = self.write("1.snapshot.json", snapshot, "snapshot")
        timestamp = Timestamp(expires=expires)
        timestamp.snapshot_meta = MetaFile.from_data(1, data, ["sha256"])
        self.write("timestamp.json", timestamp, "timestamp")
        self.write("1.root.json", root, "root")

    def target(self, path, data):
        info = TargetFile.from_data(path, data, ["sha256"])
        name = path.split("/")[-1]
        folder = self.folder / "targets" / path[:-len(name)]
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{info.hashes['sha256']}.{name}").write_bytes(data)
        return info

    def write(self, name, signed, role):
        metadata = Metadata(signed)
        for signer in self.signers[role]:
            metadata.sign(signer, append=True)
        data = metadata.to_bytes()
        (self.folder / "metadata" / name).write_bytes(data)
        return data


@pytest.fixture
def python_repository(tmp_path):
    PythonRepository(tmp_path / "repository")
    handler = functools.partial(QuietHandler, directory=str(tmp_path / "repository"))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield tmp_path / "repository", f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


def test_our_client_reads_a_repository_that_python_tuf_made(run, python_repository, tmp_path):
    repository, url = python_repository
    client = "--metadata-dir", tmp_path / "trusted"
    assert run("tuf-client", *client, "init", repository / "metadata/1.root.json").status == 0
    client += "--metadata-url", url + "/metadata"
    assert run("tuf-client", *client, "refresh").status == 0
    for path, text in [("plain.txt", "plain"), ("docs/line\nbreak ü.txt", "docs")] + [
            (f"many/{number}.txt", str(number)) for number in range(20)]:
        outcome = run("tuf-client", *client, "--target-name", path, "--target-dir", tmp_path / "downloads",
                      "--target-base-url", url + "/targets", "download")
        assert outcome.status == 0, outcome.output
        assert open(outcome.output.rstrip("\n")).read() == text
    outcome = run("tuf-client", *client, "--target-name", "docs/none", "--target-dir", tmp_path / "downloads",
                  "--target-base-url", url + "/targets", "download")
    assert outcome.status == 1 and "docs/none" in outcome.output
    # Metadata with extra bytes is refused, even if its meaning is the same.
    for file in (repository / "metadata").glob("1.bin-*.json"):
        file.write_bytes(file.read_bytes().replace(b'"version":1', b'"version": 1 '))
    fresh = "--metadata-dir", tmp_path / "fresh"
    run("tuf-client", *fresh, "init", repository / "metadata/1.root.json")
    outcome = run("tuf-client", *fresh, "--metadata-url", url + "/metadata", "--target-name", "many/0.txt",
                  "--target-dir", tmp_path / "other", "--target-base-url", url + "/targets", "download")
    assert outcome.status == 1 and "bin-" in outcome.output, outcome.output
