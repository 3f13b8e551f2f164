"""Domains with TLS, as a super app has them: `app.shell.test` and `*.minis.test`, behind HAProxy with a certificate of their own.

No name server knows these names. Browsers reach them through a proxy that connects every name to HAProxy.
"""

import datetime
import http.client
import os
import re
import select
import shutil
import socket
import ssl
import subprocess
import threading
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from ports import free_port
from waiting import until

ROOT = Path(__file__).resolve().parents[2]

SHELL = "app.shell.test"
MINI_APPS = "minis.test"
# Removes cookies that a browser without cookies of embedded pages would not store.
WITHOUT_COOKIES = """
    http-request del-header Cookie if { req.hdr(host) -m end .minis.test }
    http-response del-header Set-Cookie if { var(txn.host) -m end .minis.test }
"""
CONFIGURATION = """
global
    log stderr format raw local0
defaults
    mode http
    timeout connect 10s
    timeout client 60s
    timeout server 600s
frontend sites
    bind 127.0.0.1:{port} ssl crt {certificate} alpn h2,http/1.1
    http-request set-var(txn.host) req.hdr(host)
{rules}
    http-request set-header X-Forwarded-For %[src]
    default_backend shell
backend shell
    server shell 127.0.0.1:{shell}
"""


def certificate(path, authority):
    """Writes a key and a certificate for both domains, and the certificate of the authority that has signed it, which a browser may trust."""
    now = datetime.datetime.now(datetime.timezone.utc)

    def builder(name, key):
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        return (
            x509.CertificateBuilder().subject_name(subject).public_key(key.public_key()).serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=30)))

    signer, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Authority of Atoll's tests")])
    root = (
        builder("Authority of Atoll's tests", signer).issuer_name(issuer)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True).sign(signer, hashes.SHA256()))
    names = [x509.DNSName(name) for name in [SHELL, f"*.{MINI_APPS}"]]
    made = (
        builder("Tests of Atoll", key).issuer_name(issuer)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True).sign(signer, hashes.SHA256()))
    encoding, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    path.write_bytes(made.public_bytes(encoding) + key.private_bytes(encoding, form, serialization.NoEncryption()))
    authority.write_bytes(root.public_bytes(encoding))


class Tunnel:
    """A proxy for browsers: each CONNECT leads to one address, whatever the name. `names` has those that were asked for; `close` ends it and
    its connections."""

    def __init__(self, target):
        self.target = target
        self.server = socket.create_server(("127.0.0.1", 0))
        self.port = self.server.getsockname()[1]
        self.is_up = True
        self.open = set()
        self.names = set()
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            try:
                client, _ = self.server.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        head = b""
        with client:
            while b"\r\n\r\n" not in head:
                got = client.recv(4_096)
                if not got:
                    return
                head += got
            if not head.startswith(b"CONNECT ") or not self.is_up:
                return
            self.names.add(head.split(b" ")[1].rpartition(b":")[0].decode())
            with socket.create_connection(self.target) as server:
                client.sendall(b"HTTP/1.1 200 Connected\r\n\r\n")
                self.open |= {client, server}
                try:
                    self.pump(client, server)
                except OSError:
                    pass  # One side has gone.
                finally:
                    self.open -= {client, server}

    def pump(self, client, server):
        other = {client: server, server: client}
        while True:
            for source in select.select([client, server], [], [])[0]:
                data = source.recv(65_536)
                if not data:
                    return
                other[source].sendall(data)

    def set_up(self, is_up):
        """Ends the connections of browsers, and takes no more, or takes them again."""
        self.is_up = is_up
        for each in list(self.open) if not is_up else []:
            try:
                each.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # It has gone.

    def close(self):
        self.set_up(False)
        self.server.close()


def example(name, port, shell, certificate, folder):
    """The command that runs a proxy as the example in `deploy/` has it, but with these ports, this certificate and the domains of the tests."""
    file = {"nginx": "web-shell-nginx.conf", "HAProxy": "web-shell-haproxy.cfg", "Caddy": "web-shell.Caddyfile"}[name]
    text = (ROOT / "deploy" / file).read_text()
    for own, ours in {
        "app.example.com": SHELL, "example-apps.net": MINI_APPS, "/etc/ssl/web-shell.pem": str(certificate), "127.0.0.1:8080": f"127.0.0.1:{shell}",
    }.items():
        assert own in text, f"{file} has no {own}"
        text = text.replace(own, ours)
    written = folder / file
    plain = free_port()
    if name == "nginx":
        text = re.sub(r"listen 80;", f"listen 127.0.0.1:{plain};", re.sub(r"listen 443", f"listen 127.0.0.1:{port}", text))
        places = "".join(f"{kind}_temp_path {folder}/{kind}; " for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        text = f"pid {folder}/pid; error_log stderr; events {{}} http {{ access_log off; {places}\n{text}\n}}"
        command = [shutil.which("nginx") or "/usr/sbin/nginx", "-c", str(written), "-p", str(folder), "-g", "daemon off;"]
    elif name == "HAProxy":
        # Tests run it as any user.
        text = re.sub(r"    (user|group) haproxy\n", "", text)
        text = text.replace("bind :80", f"bind 127.0.0.1:{plain}").replace("bind :443", f"bind 127.0.0.1:{port}")
        command = ["haproxy", "-db", "-f", str(written)]
    else:
        text = f"{{\n\tadmin off\n\thttp_port {plain}\n\thttps_port {port}\n}}\n{text}"
        command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(written)]
    written.write_text(text)
    return command


class Domains:
    """A Lagoon, which was started with `OPTIONS`, behind HAProxy with these rules, or behind a proxy of the examples in `deploy/`."""

    OPTIONS = ("--domain", SHELL, "--mini-app-domain", MINI_APPS, "--trusted-proxy", "127.0.0.1")

    def __init__(self, lagoon, folder, rules="", proxy=None):
        self.port = free_port()
        folder.mkdir(exist_ok=True)
        self.certificate, self.authority = folder / "sites.pem", folder / "authority.pem"
        certificate(self.certificate, self.authority)
        if proxy:
            command = example(proxy, self.port, lagoon.port, self.certificate, folder)
        else:
            configuration = folder / "haproxy.cfg"
            configuration.write_text(CONFIGURATION.format(
                port=self.port, certificate=self.certificate, rules=rules, shell=lagoon.port))
            command = ["haproxy", "-db", "-f", str(configuration)]
        self.log = open(folder / "proxy.log", "w")
        self.process = subprocess.Popen(
            command, env={**os.environ, "HOME": str(folder)}, stdout=self.log, stderr=subprocess.STDOUT)
        until(self.is_open, said=lambda: (folder / "proxy.log").read_text())
        self.tunnel = Tunnel(("127.0.0.1", self.port))
        self.origin = f"https://{SHELL}"

    def is_open(self):
        try:
            with socket.create_connection(("127.0.0.1", self.port)) as connection:
                context = ssl._create_unverified_context()
                with context.wrap_socket(connection, server_hostname=SHELL):
                    return True
        except OSError:
            return False

    def connection(self, name=SHELL):
        """An HTTP/1.1 connection to the proxy, for a host."""
        connection = http.client.HTTPSConnection(name, context=ssl._create_unverified_context())
        connection.sock = ssl._create_unverified_context().wrap_socket(
            socket.create_connection(("127.0.0.1", self.port)), server_hostname=name)
        return connection

    def close(self):
        self.tunnel.close()
        self.process.terminate()
        self.process.wait()
        self.log.close()
