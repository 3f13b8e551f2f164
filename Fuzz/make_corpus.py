"""make_corpus.py FOLDER: writes seeds for the fuzzers: archives, manifests, and metadata of each role."""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/Commands"))
from hostile_archives import MANIFEST, archive, cases, good  # noqa: E402

folder = Path(sys.argv[1])


def write(kind, name, data):
    (folder / kind).mkdir(parents=True, exist_ok=True)
    (folder / kind / name).write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())


write("archives", "good", archive(good()))
for name, _, make in cases():
    data = make()
    if len(data) <= 8_192:
        write("archives", name, data)
write("manifests", "small", MANIFEST)
for manifest in ROOT.glob("Examples/MiniApps/*/manifest.json"):
    write("manifests", manifest.parent.name, manifest.read_bytes())
for texts in ROOT.glob("Examples/MiniApps/*/i18n/*.json"):
    write("manifests", f"{texts.parent.parent.name}-{texts.stem}", texts.read_bytes())

key = {"keytype": "ed25519", "scheme": "ed25519", "keyval": {"public": "00" * 32}}
role = {"keyids": ["k"], "threshold": 1}
sha = "0" * 64
file = {"version": 1, "length": 10, "hashes": {"sha256": sha}}


def signed(kind, **members):
    header = {"_type": kind, "spec_version": "1.0.31", "version": 1, "expires": "2030-01-01T00:00:00Z"}
    return {"signed": header | members, "signatures": [{"keyid": "k", "sig": "00" * 64}]}


write("metadata", "root", signed("root", consistent_snapshot=True, keys={"k": key}, roles=dict.fromkeys(
    ["root", "timestamp", "snapshot", "targets"], role)))
write("metadata", "timestamp", signed("timestamp", meta={"snapshot.json": file}))
write("metadata", "snapshot", signed("snapshot", meta={"targets.json": file, "a.json": {"version": 2}}))
write("metadata", "targets", signed("targets", targets={"a/b": {"length": 1, "hashes": {"sha256": sha}, "custom": {}}},
      delegations={"keys": {"k": key}, "roles": [role | {"name": "a", "paths": ["a/*"], "terminating": True},
                                                 role | {"name": "b", "path_hash_prefixes": ["0f"], "terminating": False}]}))
write("metadata", "bins", signed("targets", targets={}, delegations={
    "keys": {"k": key}, "succinct_roles": role | {"bit_length": 10, "name_prefix": "bin"}}))
statement = {
    "_type": "release", "app": "com.example.kudos", "code": 12, "created": "2026-01-01T00:00:00Z",
    "expires": "2028-01-01T00:00:00Z", "files": {"bytes": 5, "count": 1, "length": 100, "sha256": sha}, "floor": 11,
    "manifest": sha, "name": "1.2.0", "platform": {"minCode": 1}, "previous": sha, "publisher": "com.example",
    "repository": sha, "spec": "1", "superApps": ["com.example.lagoon"]}
write("metadata", "statement", json.dumps(statement, separators=(",", ":"), sort_keys=True).encode())
write("metadata", "descriptor", {"app": "com.example.kudos", "releases": [{
    "statement": "e30=", "signatures": [{"keyid": "k", "sig": "00"}], "state": "live", "permyriad": 1000, "salt": "s",
    "permissionsDenied": ["camera"], "hosts": {"min": "1.0"}, "approved": "2026-01-01T00:00:00Z"}]})
write("metadata", "publisher", {"publisher": "com.example", "threshold": 1, "keys": {"k": key},
                                "floors": {"com.example.kudos": 9}})
