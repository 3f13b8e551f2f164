import Testing

@testable import AtollReview

@Suite("Where scripts and pages lead is checked")
struct NetworkCheckTests {
    private static let manifest = Packages.manifest(
        network: "[\"https://api.example.com\", \"wss://live.example.com\"]")

    @Test(
        "Connections that the manifest does not name are pointed out",
        arguments: [
            "fetch('https://other.example.com/a')", "new WebSocket('wss://other.example.com')",
            "request.open('GET', 'https://other.example.com')",
            "navigator.sendBeacon('https://other.example.com/a', b)", "const apiUrl = 'https://other.example.com/v1';",
            "const options = { endpoint: \"https://other.example.com\" }", "fetch(`https://other.example.com/${a}`)",
            "axios.get('https://other.example.com')", "new EventSource('https://api.example.com:8443/a')",
        ])
    func undeclared(script: String) throws {
        #expect(try Packages.findings(script: script, manifest: Self.manifest).codes(.warn) == ["net-undeclared"])
    }

    @Test(
        "Those that it names, and what connects nowhere, is fine",
        arguments: [
            "fetch('https://api.example.com/a')", "new WebSocket('wss://live.example.com')", "fetch('/a')",
            "fetch('https://API.example.com:443/a')",
            "document.createElementNS('http://www.w3.org/2000/svg', 'svg')", "// fetch('https://other.example.com')",
            "const path = 'httpserver';", "fetch(`https://${host}/a`)", "fetch(`${base}/a`)",
            "const a = 'data:text/plain,https://a.example.com'",
        ])
    func declared(script: String) throws {
        #expect(try Packages.findings(script: script, manifest: Self.manifest).isEmpty)
    }

    @Test("A URL that is only named is worth knowing, no more")
    func mentioned() throws {
        let found = try Packages.findings(script: "throw new Error('See https://docs.example.com/errors#' + code)")
        #expect(found.codes() == [])
        let named = try Packages.findings(script: "const help = 'https://docs.example.com/errors'")
        #expect(named.codes(.info) == ["net-undeclared"] && named.count == 1)
    }

    @Test(
        "A connection by WebRTC, which no policy stops, is pointed out",
        arguments: [
            "const a = new RTCPeerConnection(options);", "new window.RTCPeerConnection()",
            "const C = window.RTCPeerConnection || window.webkitRTCPeerConnection;",
            "const C = self['RTCPeerConnection'];", "f(RTCPeerConnection)", "new (a ? RTCPeerConnection : B)()",
            "const C = a ? window.RTCPeerConnection : b", "a ? new RTCPeerConnection : b",
            "new RTC\\u0050eerConnection()", "class A extends RTCPeerConnection {}",
            "const { RTCPeerConnection: P } = window;", "self[`RTCPeerConnection`]", "window?.['RTCPeerConnection']",
            "const { 'RTCPeerConnection': P } = window;", "Reflect.get(self, 'RTCPeerConnection')",
            "const a = 'RTCPeerConnection'; new self[a]()", "frame.contentWindow.RTCPeerConnection",
            "new document.defaultView.RTCPeerConnection()",
        ])
    func peers(script: String) throws {
        let codes = try Packages.findings(script: script).codes(.warn)
        #expect(!codes.isEmpty && Set(codes) == ["net-webrtc"])
    }

    @Test(
        "Asking whether there is WebRTC, and what looks like it, is fine",
        arguments: [
            "if (typeof RTCPeerConnection === 'undefined') f()", "// new RTCPeerConnection()",
            "if ('RTCPeerConnection' in window) f()", "typeof self['RTCPeerConnection']",
            "const RTCPeerConnections = 1;", "a instanceof RTCPeerConnection",
            "typeof window.RTCPeerConnection === 'function'", "a instanceof window.RTCPeerConnection",
            "const a = /RTCPeerConnection/;", "log(`no RTCPeerConnection`)",
        ])
    func noPeers(script: String) throws {
        #expect(try Packages.findings(script: script).codes(.warn) == [])
    }

    @Test(
        "Connections that others can read are refused",
        arguments: [
            "fetch('http://api.example.com/a')", "new WebSocket('ws://api.example.com')",
            "fetch('https://192.0.2.1/a')",
            "request.open('POST', 'http://api.example.com')", "fetch('https://[2001:db8::1]/a')",
        ])
    func insecure(script: String) throws {
        #expect(try Packages.findings(script: script).codes(.block) == ["net-insecure"])
    }

    @Test(
        "The machine itself and texts are not",
        arguments: [
            "fetch('http://localhost:8080/a')", "new WebSocket('ws://127.0.0.1:8080')",
            "const a = 'http://example.com/'", "a.href = 'http://example.com/'",
            "// fetch('http://api.example.com')",
        ])
    func notInsecure(script: String) throws {
        let codes = try Packages.findings(script: script).codes()
        #expect(!codes.contains("net-insecure"))
    }

    @Test(
        "What a page shows of elsewhere is not loaded",
        arguments: [
            ("<img src=https://example.com/a.png>", "net-undeclared"),
            ("<img src=http://example.com/a.png>", "net-insecure"),
            ("<video poster='https://example.com/a.png'></video>", "net-undeclared"),
            ("<img srcset=\"https://example.com/a.png 2x\">", "net-undeclared"),
            ("<svg><image href='https://example.com/a.png'/></svg>", "net-undeclared"),
        ])
    func shown(page: String, code: String) throws {
        #expect(try Packages.findings(page: page).codes() == [code])
    }

    @Test("What the manifest names for pictures may be shown, and not connected to")
    func media() throws {
        let manifest = Packages.manifest(more: ", \"atoll_media\": [\"https://example.com\"]")
        func codes(_ page: String) throws -> [String] { try Packages.findings(page: page, manifest: manifest).codes() }
        #expect(try codes("<img src=https://example.com/a.png>").isEmpty)
        #expect(try codes("<video poster='https://example.com/a.png'></video>").isEmpty)
        #expect(try codes("<img src=https://other.example.com/a.png>") == ["net-undeclared"])
        #expect(try codes("<img src=http://example.com/a.png>") == ["net-insecure"])
        // A use that is permitted hides no other one.
        let picture = "<img src=https://example.com/a.png>"
        #expect(try codes(picture + "<form action='https://example.com/b'></form>") == ["net-undeclared"])
        #expect(
            try codes(picture + "<style>@font-face { src: url(https://example.com/a.woff2) }</style>") == [
                "net-undeclared"
            ])
        let script = try Packages.findings(script: "fetch('https://example.com/b');", manifest: manifest)
        #expect(script.codes() == ["net-undeclared"])
    }

    @Test("An origin is reported once, where it matters most")
    func once() throws {
        let script =
            "const a = 'https://other.example.com/';\nfetch('https://other.example.com/b');\nfetch('https://other.example.com/c');"
        let found = try Packages.findings(script: script)
        #expect(found.count == 1 && found.first?.line == 2)
    }

    private static let one = "\"https://api.example.com\""
    private static let two = "\"wss://live.example.com\""

    @Test(
        "The check reports new origins, but not a new order or a removed origin",
        arguments: [
            ("", one, 1), (one, "\(one), \(two)", 1), (one, "\(two), \(one)", 1), (one, two, 1),
            (one, "\"https://api.example.com:8443\"", 1), (one, "\"wss://api.example.com\"", 1),
            (one, one, 0), ("\(one), \(two)", "\(two), \(one)", 0), ("\(one), \(two)", two, 0), (one, "", 0),
            ("", "", 0),
        ])
    func addedOnes(before: String, after: String, count: Int) throws {
        let base = ReviewedVersion(try Packages.package(manifest: Packages.manifest(network: "[\(before)]")))
        let package = try Packages.package(manifest: Packages.manifest(network: "[\(after)]"))
        let found = PackageReview().findings(in: package, ReviewContext(base: base))
        #expect(found.codes().filter { $0 == "net-added" }.count == count)
    }

    @Test("Origins that the last approved version did not have are pointed out")
    func added() throws {
        let base = ReviewedVersion(
            try Packages.package(manifest: Packages.manifest(network: "[\"https://api.example.com\"]")))
        let package = try Packages.package(manifest: Self.manifest)
        let found = PackageReview().findings(in: package, ReviewContext(base: base))
        #expect(found.codes(.warn) == ["net-added"])
        #expect(found.first?.text == "The mini app connects to wss://live.example.com, which version 1.0.0 did not.")
        #expect(PackageReview().findings(in: package, ReviewContext(base: ReviewedVersion(package))).isEmpty)
        #expect(PackageReview().findings(in: package).isEmpty)
        let pictures = try Packages.package(
            manifest: Packages.manifest(
                network: "[\"https://api.example.com\"]",
                more: ", \"atoll_media\": [\"https://a.example.com\"], \"atoll_links\": [\"https://b.example.com\"]"))
        #expect(
            PackageReview().findings(in: pictures, ReviewContext(base: base)).codes(.warn) == [
                "net-added", "net-added",
            ]
        )
    }
}
