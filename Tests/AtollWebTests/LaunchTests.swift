import AtollPackages
import AtollRuntime
import AtollTestSupport
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOConcurrencyHelpers
import Testing

@testable import AtollWeb

@Suite("Launching a mini app")
struct LaunchTests {
    private static let id = "com.example.sample"
    private static let path = "/miniapp/com.example.sample"

    @Test("A browser clears storage and cookies when another user launches a mini app, but not for the same user")
    func users() async throws {
        try await TestShell.run { shell in
            try await shell.center.upload(SampleMiniApp())
            let (ada, ben) = (try await shell.signIn("ada"), try await shell.signIn("ben"))
            let first = try await shell.launch(Self.path, of: Self.id, ada)
            #expect(first.answers.count == 2)
            #expect(first.answers[0].headers[.clearSiteData] == #""cookies", "storage""#)
            #expect(first.answers[0].headers[values: .setCookie].isEmpty, "it would be cleared with the others")
            #expect(first.answers[1].headers[.clearSiteData] == nil)
            let again = try await shell.launch(Self.path, of: Self.id, ada, cookies: first.cookies[.cookie] ?? "")
            #expect(again.answers.count == 1 && again.answers[0].headers[.clearSiteData] == nil)
            let other = try await shell.launch(Self.path, of: Self.id, ben, cookies: again.cookies[.cookie] ?? "")
            #expect(other.answers.count == 2 && other.answers[0].headers[.clearSiteData] != nil)
            let back = try await shell.launch(Self.path, of: Self.id, ada, cookies: other.cookies[.cookie] ?? "")
            #expect(back.answers.count == 2)
            // The mark does not reveal the user, and scripts can't read it.
            let mark = try #require(first.answers[1].headers[values: .setCookie].first { $0.hasPrefix("__Host-last=") })
            #expect(!mark.contains("ada") && mark.contains("; HttpOnly") && mark.contains("; Partitioned"))
            let forged = try await shell.launch(Self.path, of: Self.id, ada, cookies: "__Host-last=ada")
            #expect(forged.answers.count == 2)
        }
    }

    @Test(
        "A ticket is the last parameter of an address",
        arguments: [
            ("/pages/home?atoll-launch=T", "T", "/pages/home"), ("/a?x=1&atoll-launch=T", "T", "/a?x=1"),
            ("/a?x=atoll-launch=T", nil, ""), ("/atoll-launch=T", nil, ""), ("/a", nil, ""),
            ("/a?atoll-launch=1&atoll-launch=2", "2", "/a?atoll-launch=1"),
        ])
    func addresses(_ address: String, _ ticket: String?, _ rest: String) {
        let found = LaunchTickets.ticket(in: address)
        #expect(found?.ticket == ticket && (ticket == nil || found?.address == rest))
        if let ticket { #expect(LaunchTickets.address(rest, with: ticket) == address) }
    }

    @Test("A launch takes one response, and its files are revalidated each time")
    func files() async throws {
        try await TestShell.run { shell in
            try await shell.center.upload(SampleMiniApp())
            let ada = try await shell.signIn("ada")
            let first = try await shell.launch(Self.path, of: Self.id, ada)
            let second = try await shell.launch(Self.path, of: Self.id, ada, cookies: first.cookies[.cookie] ?? "")
            #expect(second.answers.map(\.status) == [.ok], "no redirect")
            for path in ["/app.js", "/pages/home"] {
                let file = try await shell.send(.get, path, authority: second.authority, headers: second.cookies)
                #expect(file.headers[.cacheControl] == "private, no-cache")
            }
        }
    }

    private static let parts: [(range: String, condition: String?, status: Int, place: String?, text: String)] = [
        ("bytes=2-5", nil, 206, "bytes 2-5/11", "port"), ("bytes=7-", nil, 206, "bytes 7-10/11", "{};\n"),
        ("bytes=-4", nil, 206, "bytes 7-10/11", "{};\n"), ("Bytes=0-99", nil, 206, "bytes 0-10/11", "export {};\n"),
        ("bytes=11-", nil, 416, "bytes */11", ""), ("bytes=-0", nil, 416, "bytes */11", ""),
        ("bytes=0-1,4-5", nil, 200, nil, "export {};\n"), ("bytes=5-2", nil, 200, nil, "export {};\n"),
        ("bytes=0-1", "own", 206, "bytes 0-1/11", "ex"), ("bytes=0-1", "\"other\"", 200, nil, "export {};\n"),
    ]

    @Test("A file is sent in the parts that are asked for, as media elements do")
    func parts() async throws {
        try await TestShell.run { shell in
            try await shell.center.upload(SampleMiniApp())
            let launch = try await shell.launch(Self.path, of: Self.id, try await shell.signIn("ada"))
            let whole = try await shell.send(.get, "/app.js", authority: launch.authority, headers: launch.cookies)
            #expect(whole.headers[.acceptRanges] == "bytes")
            for (range, condition, status, place, text) in Self.parts {
                var headers = launch.cookies
                headers[.range] = range
                headers[.ifRange] = condition == "own" ? whole.headers[.eTag] : condition
                let part = try await shell.send(.get, "/app.js", authority: launch.authority, headers: headers)
                #expect(part.status.code == status && part.headers[.contentRange] == place, "\(range)")
                #expect(try await body(of: part) == text, "\(range)")
                // A HEAD request gets no part.
                let head = try await shell.send(.head, "/app.js", authority: launch.authority, headers: headers)
                #expect(head.status == .ok && head.headers[.contentRange] == nil)
            }
        }
    }

    @Test("HEAD does not use a ticket up, and a card's cookie opens nothing of the mini app")
    func tickets() async throws {
        try await TestShell.run { shell in
            var sample = SampleMiniApp()
            sample.members["widgets"] = [["name": "w", "path": "pages/detail"]]
            try await shell.center.upload(sample)
            var ada = try await shell.signIn()
            let link = try TestShell.launchLink(in: await body(of: shell.send(.get, Self.path, headers: ada)))
            let authority = "\(MiniAppOrigin.label(for: MiniAppID(Self.id)!)).localhost:8080"
            #expect(try await shell.send(.head, link, authority: authority).status == .notFound)
            let launch = try await shell.follow(link, of: Self.id)
            #expect(launch.answers.last?.status == .ok)
            ada[.contentType] = "application/x-www-form-urlencoded"
            let card = try await shell.send(.post, "/cards", headers: ada, body: "id=\(Self.id)&route=pages/detail")
            let shown = try await shell.follow(TestShell.launchLink(in: body(of: card)), of: Self.id, .card)
            #expect(shown.authority == "card-" + launch.authority)
            #expect(
                try await shell.send(.get, "/pages/home", authority: launch.authority, headers: shown.cookies).status
                    == .notFound)
        }
    }

    @Test(
        "A version that fails for one user is set aside only for them, and a card that starts does not undo that",
        .thorough("rare trouble with versions"))
    func setAside() async throws {
        try await TestShell.run(readyWithin: .milliseconds(300)) { shell in
            var sample = SampleMiniApp()
            sample.members["widgets"] = [["name": "w", "path": "pages/detail"]]
            try await shell.center.upload(sample)
            let ada = try await shell.signIn("ada")
            var ben = try await shell.signIn("ben")
            func bridge(_ headers: HTTPFields, _ query: String = "") async throws -> HTTPResponse.Status {
                var headers = headers
                headers[.contentType] = "application/json"
                headers[.secFetchSite] = "same-origin"
                return try await shell.send(
                    .post, "/bridge?miniApp=\(Self.id)\(query)", headers: headers,
                    body: #"{"jsonrpc":"2.0","id":1,"method":"lifecycle.ready"}"#
                ).status
            }
            for headers in [ada, ben] {
                let launch = try await shell.launch(Self.path, of: Self.id, headers)
                #expect(try await bridge(headers) == .ok)
                _ = try await shell.send(.get, "/app.js", authority: launch.authority, headers: launch.cookies)
            }
            sample.code = 2
            sample.files["app.js"] = "export default 2;\n"
            try await shell.center.upload(sample)
            // In a browser that stores no cookies of embedded pages, no version can start, which is not its fault.
            let lines = NIOLockedValueBox<[String]>([])
            _ = try await shell.launch(
                Self.path, of: Self.id, ben, logger: Logger(label: "test") { _ in LineHandler(lines: lines) })
            try await until("the log does not say that the cookie was missing") {
                lines.withLockedValue { $0.contains { $0.contains("did not send back the cookie") } }
            }
            try await until("the version is not set aside") {
                let launch = try await shell.launch(Self.path, of: Self.id, ben)
                _ = try await shell.send(.get, "/app.js", authority: launch.authority, headers: launch.cookies)
                try await Task.sleep(for: .milliseconds(400))  // sleep: the time to become ready passes
                return try await shell.page(ben).contains("Version 1.0.2 did not start. Version 1.0.1 is running.")
            }
            let adas = try await shell.page(ada)
            #expect(!adas.contains("did not start"))
            // The card runs the new version and reports that it is ready, which does not prove that the pages start.
            ben[.contentType] = "application/x-www-form-urlencoded"
            let card = try await shell.send(.post, "/cards", headers: ben, body: "id=\(Self.id)&route=pages/detail")
            #expect(card.status == .ok)
            do {
                _ = try await shell.follow(TestShell.launchLink(in: body(of: card)), of: Self.id, .card)
                #expect(try await bridge(ben, "&card=true") == .ok)
                #expect(try await shell.page(ben).contains("did not start"))
            }
        }
    }

    /// Launches the sample, and returns the headers with which the page around it calls the bridge.
    private static func launched(_ shell: TestShell) async throws -> HTTPFields {
        try await shell.center.upload(SampleMiniApp())
        var headers = try await shell.signIn()
        headers[.contentType] = "application/json"
        headers[.secFetchSite] = "same-origin"
        _ = try await shell.launch(path, of: id, headers)
        return headers
    }

    @Test("A card can use the bridge only if the card was launched, and a mini app only if it was itself")
    func kinds() async throws {
        try await TestShell.run { shell in
            let headers = try await Self.launched(shell)
            let call = #"{"jsonrpc":"2.0","id":1,"method":"host.info"}"#
            let path = "/bridge?miniApp=\(Self.id)"
            #expect(try await shell.send(.post, path, headers: headers, body: call).status == .ok)
            #expect(try await shell.send(.post, path + "&card=true", headers: headers, body: call).status == .notFound)
        }
    }

    @Test("A page can't ask for questions about permissions without end")
    func questions() async throws {
        try await TestShell.run { shell in
            let headers = try await Self.launched(shell)
            // As many at a time as come faster than two a second on any machine.
            var statuses: Set<HTTPResponse.Status> = []
            for _ in 0..<20 where !statuses.contains(.tooManyRequests) {
                let more = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                    for _ in 0..<50 {
                        group.addTask {
                            try await shell.send(
                                .post, "/bridge/question?miniApp=\(Self.id)", headers: headers,
                                body: #"{"names":["location"]}"#
                            ).status
                        }
                    }
                    return try await group.reduce(into: Set()) { $0.insert($1) }
                }
                statuses.formUnion(more)
            }
            #expect(statuses == [.ok, .tooManyRequests])
        }
    }

    @Test("A tab is judged by the version that it shows, whatever another tab has opened since")
    func versions() async throws {
        try await TestShell.run { shell in
            var sample = SampleMiniApp()
            sample.members["req_permissions"] = [["name": "user.name", "reason": "To greet you"]]
            try await shell.center.upload(sample)
            var headers = try await shell.signIn()
            headers[.contentType] = "application/json"
            headers[.secFetchSite] = "same-origin"
            func open() async throws -> String {
                let page = try await body(of: shell.send(.get, Self.path, headers: headers))
                _ = try await shell.follow(TestShell.launchLink(in: page), of: Self.id)
                let mark = try #require(page.range(of: "data-version=\""))
                return String(page[mark.upperBound...].prefix { $0 != "\"" })
            }
            func send(_ version: String, _ call: String) async throws -> (HTTPResponse.Status, BridgeValue?) {
                let answer = try await shell.send(
                    .post, "/bridge?miniApp=\(Self.id)&version=\(version)", headers: headers, body: call)
                let text = try await body(of: answer)
                return (answer.status, try? BridgeValue(json: Data(text.utf8)))
            }
            func state(_ version: String) async throws -> BridgeValue? {
                let call = #"{"jsonrpc":"2.0","id":1,"method":"permissions.query","params":{"names":["user.name"]}}"#
                return try await send(version, call).1?["result"]?["user.name"]
            }
            let first = try await open()
            #expect(first.count == 8)
            let path = "/bridge/answer?miniApp=\(Self.id)&version=\(first)"
            let answered = try await shell.send(
                .post, path, headers: headers, body: #"{"answers":{"user.name":"granted"}}"#)
            #expect(answered.status == .noContent)
            #expect(try await state(first) == "granted")
            // The next version wants to know the address, too, and the one after it nothing of the kind.
            sample.code = 2
            sample.members["req_permissions"] = [["name": "user.name"], ["name": "user.email"]]
            try await shell.center.upload(sample)
            let second = try await open()
            #expect(second != first)
            let email = try await shell.send(
                .post, "/bridge/answer?miniApp=\(Self.id)&version=\(second)", headers: headers,
                body: #"{"answers":{"user.email":"granted"}}"#)
            #expect(email.status == .noContent)
            let info = #"{"jsonrpc":"2.0","id":1,"method":"host.info"}"#
            #expect(try await send(first, info).1?["result"]?["miniApp"]?["version"] == "1.0.1")
            #expect(try await send(second, info).1?["result"]?["miniApp"]?["version"] == "1.0.2")
            // The second's declarations are its own, and the first one, still open, takes nothing from it.
            let contact = #"{"jsonrpc":"2.0","id":1,"method":"permissions.query","params":{"names":["user.email"]}}"#
            #expect(try await send(first, contact).1?["result"]?["user.email"] == "unavailable")
            #expect(try await send(second, contact).1?["result"]?["user.email"] == "granted")
            sample.code = 3
            sample.members["req_permissions"] = []
            try await shell.center.upload(sample)
            let third = try await open()
            #expect(try await state(third) == "unavailable")
            #expect(try await state(second) == "prompt", "what the newest has dropped is asked for anew")
            for version in ["", "00000000", String(first.prefix(7)), first + "0"] {
                #expect(try await send(version, info).0 == .notFound)
            }
        }
    }

    @Test("A card says its version, too")
    func cardVersions() async throws {
        try await TestShell.run { shell in
            var sample = SampleMiniApp()
            sample.members["widgets"] = [["name": "w", "path": "pages/detail"]]
            try await shell.center.upload(sample)
            var headers = try await shell.signIn()
            var form = headers
            form[.contentType] = "application/x-www-form-urlencoded"
            let card = try await body(
                of: shell.send(.post, "/cards", headers: form, body: "id=\(Self.id)&route=pages/detail"))
            _ = try await shell.follow(TestShell.launchLink(in: card), of: Self.id, .card)
            let version = try #require(try BridgeValue(json: Data(card.utf8))["version"]?.string)
            headers[.contentType] = "application/json"
            headers[.secFetchSite] = "same-origin"
            for (version, status) in [(version, HTTPResponse.Status.ok), ("00000000", .notFound)] {
                let answer = try await shell.send(
                    .post, "/bridge?miniApp=\(Self.id)&version=\(version)&card=true", headers: headers,
                    body: #"{"jsonrpc":"2.0","id":1,"method":"host.info"}"#)
                #expect(answer.status == status)
            }
        }
    }

    @Test("A frame that tried to leave is reported only for a mini app that the session has open")
    func reports() async throws {
        try await TestShell.run { shell in
            try await shell.center.upload(SampleMiniApp())
            var headers = try await shell.signIn()
            headers[.contentType] = "application/x-www-form-urlencoded"
            let report = "miniApp=\(Self.id)"
            #expect(try await shell.send(.post, "/frame-left", headers: headers, body: report).status == .notFound)
            _ = try await shell.launch(Self.path, of: Self.id, headers)
            #expect(try await shell.send(.post, "/frame-left", headers: headers, body: report).status == .noContent)
            #expect(try await shell.send(.post, "/frame-left", headers: headers, body: "miniApp=x").status == .notFound)
            headers[.cookie] = nil
            #expect(try await shell.send(.post, "/frame-left", headers: headers, body: report).status == .unauthorized)
        }
    }

    @Test("A user can end one of their sessions or all others, but no session of another user")
    func sessions() async throws {
        try await TestShell.run { shell in
            var (first, second) = (try await shell.signIn("ada"), try await shell.signIn("ada"))
            var ben = try await shell.signIn("ben")
            for headers in [first, second, ben] {
                #expect(try await shell.send(.get, "/hub", headers: headers).status == .ok)
            }
            func id(_ headers: HTTPFields) -> String {
                Secret.digest(of: String(headers[.cookie]!.split(separator: "=").last!)).hex
            }
            first[.contentType] = "application/x-www-form-urlencoded"
            second[.contentType] = first[.contentType]
            ben[.contentType] = first[.contentType]
            #expect(
                try await shell.send(.post, "/sessions/end", headers: ben, body: "id=\(id(first))").status == .notFound)
            #expect(try await shell.send(.get, "/hub", headers: first).status == .ok)
            #expect(
                try await shell.send(.post, "/sessions/end", headers: first, body: "id=\(id(second))").status
                    == .seeOther)
            #expect(try await shell.send(.get, "/hub", headers: second).status == .seeOther)
            let third = try await shell.signIn("ada")
            #expect(try await shell.send(.post, "/sessions/end-others", headers: first, body: "").status == .seeOther)
            #expect(try await shell.send(.get, "/hub", headers: third).status == .seeOther)
            #expect(try await shell.send(.get, "/hub", headers: first).status == .ok)
            #expect(try await shell.send(.get, "/hub", headers: ben).status == .ok)
        }
    }

    @Test("Event streams are limited per user and in total")
    func events() async {
        let connections = EventConnections(maximum: 25)
        var places: [EventConnections.Place] = []
        for _ in 0..<20 { places.append(await connections.enter("ada")!) }
        #expect(await connections.enter("ada") == nil)
        for _ in 0..<5 { places.append(await connections.enter("ben")!) }
        #expect(await connections.count == 25)
        places.removeAll()
        while await connections.count > 0 { await Task.yield() }
        #expect(await connections.enter("ada") != nil)
    }

    @Test("If all streams are taken, a user gets one of the user who has the most, and a user with as many gets none")
    func fairEvents() async throws {
        let connections = EventConnections(maximum: 60)
        let ended = NIOLockedValueBox<[String]>([])
        var places: [EventConnections.Place] = []
        for number in 0..<60 {
            let name = "\(number / 20)"
            let place = try #require(await connections.enter(name))
            place.whenTaken { ended.withLockedValue { $0.append("\(name) \(number)") } }
            places.append(place)
        }
        let ada = try #require(await connections.enter("ada"))
        #expect(await connections.count == 60)
        #expect(ended.withLockedValue { $0.count } == 1)
        // The oldest of one of those with twenty; the others can't take it back.
        let first = try #require(ended.withLockedValue { $0.first })
        #expect(first.hasSuffix(" 0") || first.hasSuffix(" 20") || first.hasSuffix(" 40"))
        let name = String(try #require(first.first))
        #expect(await connections.enter(name) == nil)
        // The end is set after the place was taken.
        let late = EventConnections(maximum: 2)
        let taken = try #require(await late.enter("a"))
        let other = try #require(await late.enter("a"))
        let own = try #require(await late.enter("b"))
        taken.whenTaken { ended.withLockedValue { $0.append("late") } }
        #expect(ended.withLockedValue { $0.last } == "late")
        withExtendedLifetime((places, ada, taken, other, own)) {}
    }
}

extension TestShell {
    fileprivate func page(_ headers: HTTPFields) async throws -> String {
        try await body(of: send(.get, "/miniapp/com.example.sample", headers: headers))
    }
}
