import AtollCredentials
import BoundedServer
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOConcurrencyHelpers
import Testing

@testable import AtollWeb

/// Requests of clients that are not signed in.
@Suite("A stranger at the shell")
struct StrangerTests {
    private static let form: HTTPFields = [
        .origin: TestShell.origin, .contentType: "application/x-www-form-urlencoded",
    ]

    @Test(
        "Mail is limited by mailbox, however its address is written",
        arguments: [
            ("zed@mail.example", "zed@mail.example"), (" Zed+1@Mail.example ", "zed@mail.example"),
            ("z.e.d+a+b@mail.example", "zed@mail.example"), ("+@mail.example", "@mail.example"), ("zed", "zed"),
            ("", ""),
            ("\"a@b\"@mail.example", "\"a@b\"@mail.example"),
        ])
    func mailboxes(_ email: String, _ mailbox: String) {
        #expect(RegistrationRoutes.mailbox(of: email) == mailbox)
    }

    /// All cases share one server.
    private static let malformedCases: [String] = [
        "name=%", "%", "name=%zz", "name=%ff", "name=a&name=b", String(repeating: "a&", count: 70) + "b=%",
    ]

    @Test("A malformed form is refused, and does not crash the process")
    func malformed() async throws {
        try await TestShell.run { shell in
            for text in Self.malformedCases {
                for path in ["/sign-in", "/hub/layout", "/cards", "/do/today/time-zone"] {
                    let headers = path == "/sign-in" ? Self.form : try await shell.signIn().merging(Self.form)
                    let answer = try await shell.send(.post, path, headers: headers, body: text)
                    #expect(
                        answer.status == (path == "/do/today/time-zone" ? .notFound : .badRequest), "\(path) \(text)")
                }
            }
        }
    }

    @Test("No session begins if all of them are ended while the password is compared, in a browser or an app")
    func endedMeanwhile() async throws {
        try await TestShell.run { shell in
            let own = try await shell.signIn()
            let endOthers = { @Sendable in
                try await TestUsers.$whileComparing.withValue(nil) {
                    let ended = try await shell.send(.post, "/sessions/end-others", headers: own.merging(Self.form))
                    #expect(ended.status == .seeOther)
                }
            }
            try await TestUsers.$whileComparing.withValue(endOthers) {
                let browser = try await shell.send(
                    .post, "/sign-in", headers: Self.form, body: "name=ada&password=right")
                #expect(browser.status == .unprocessableContent)
                #expect(!browser.headers[values: .setCookie].contains { $0.hasPrefix("__Host-session=") })
                let app = try await shell.send(
                    .post, "/app-session", headers: [.contentType: "application/json"],
                    body: #"{"name":"ada","password":"right"}"#)
                #expect(app.status == .unauthorized)
                let other = try await shell.send(.post, "/sign-in", headers: Self.form, body: "name=ben&password=right")
                #expect(other.status == .seeOther, "the sessions of others are not concerned")
            }
            #expect(try await shell.send(.get, "/hub", headers: own).status == .ok, "the one that ended them stays")
        }
    }

    @Test("A form of another type is refused")
    func otherTypes() async throws {
        try await TestShell.run { shell in
            for type in ["", "text/plain", "application/x-www-form-urlencodedx", "multipart/form-data; boundary=x"] {
                let answer = try await shell.send(
                    .post, "/sign-in", headers: [.origin: TestShell.origin, .contentType: type], body: "name=ada")
                #expect(answer.status == .badRequest, "\(type)")
            }
            let answer = try await shell.send(
                .post, "/sign-in",
                headers: [.origin: TestShell.origin, .contentType: "Application/X-WWW-Form-URLEncoded; charset=utf-8"],
                body: "name=ada&password=wrong")
            #expect(answer.status == .unprocessableContent)
        }
    }

    @Test("Wrong passwords are throttled, but not in the user's own browser")
    func lockout() async throws {
        try await TestShell.run { shell in
            let first = try await shell.send(.post, "/sign-in", headers: Self.form, body: "name=ada&password=right")
            let cookies = first.headers[values: .setCookie]
            let device = try #require(cookies.first { $0.hasPrefix("__Host-device=") })
            for attribute in ["; Secure", "; HttpOnly", "; SameSite=Lax", "; Path=/"] {
                #expect(device.contains(attribute))
            }
            for _ in 0..<5 {
                let answer = try await shell.send(.post, "/sign-in", headers: Self.form, body: "name=ada&password=x")
                #expect(answer.status == .unprocessableContent)
            }
            let held = try await shell.send(.post, "/sign-in", headers: Self.form, body: "name=ada&password=right")
            #expect(held.status == .tooManyRequests)
            #expect(Int(held.headers[.retryAfter] ?? "") ?? 0 > 0)
            var known = Self.form
            known[.cookie] = String(device.prefix { $0 != ";" })
            let own = try await shell.send(.post, "/sign-in", headers: known, body: "name=ada&password=right")
            #expect(own.status == .seeOther)
            // The cookie is ada's: it does not help with another name, and a forged one does not help at all.
            for _ in 0..<5 { _ = try await shell.send(.post, "/sign-in", headers: known, body: "name=ben&password=x") }
            #expect(
                try await shell.send(.post, "/sign-in", headers: known, body: "name=ben&password=right").status
                    == .tooManyRequests)
            known[.cookie] = "__Host-device=a.1800000000.AAAA~~~"
            #expect(
                try await shell.send(.post, "/sign-in", headers: known, body: "name=ada&password=right").status
                    == .tooManyRequests)
        }
    }

    @Test("Trying one password with many names is throttled")
    func spraying() async throws {
        try await TestShell.run { shell in
            var statuses: [HTTPResponse.Status: Int] = [:]
            for number in 0..<60 {
                let answer = try await shell.send(
                    .post, "/sign-in", headers: Self.form, body: "name=user\(number)&password=x")
                statuses[answer.status, default: 0] += 1
            }
            #expect(statuses == [.unprocessableContent: 30, .tooManyRequests: 30])
        }
    }

    @Test("If the hashing pool is full, the response is 503 with Retry-After, in a browser and in an app")
    func busy() async throws {
        try await TestShell.run { shell in
            let answer = try await shell.send(.post, "/sign-in", headers: Self.form, body: "name=busy&password=x")
            #expect(answer.status == .serviceUnavailable && answer.headers[.retryAfter] == "2")
            let app = try await shell.send(
                .post, "/app-session", headers: [.contentType: "application/json"],
                body: #"{"name":"busy","password":"x"}"#)
            #expect(app.status == .serviceUnavailable && app.headers[.retryAfter] == "2")
        }
    }

    @Test("Signing in again ends the previous session, and clears the browser's data")
    func sessionBefore() async throws {
        try await TestShell.run { shell in
            let first = try await shell.send(.post, "/sign-in", headers: Self.form, body: "name=ada&password=right")
            #expect(first.headers[.clearSiteData] == nil, "a browser in which nobody was signed in has no data")
            let device = try #require(first.headers[values: .setCookie].first { $0.hasPrefix("__Host-device=") })
            let later = try await shell.send(
                .post, "/sign-in", headers: Self.form.merging([.cookie: String(device.prefix { $0 != ";" })]),
                body: "name=ben&password=right")
            #expect(later.headers[.clearSiteData] == #""cache", "storage""#, "the previous session has expired")
            let ada = try await shell.signIn("ada")
            let again = try await shell.send(
                .post, "/sign-in", headers: ada.merging(Self.form), body: "name=ben&password=right")
            #expect(again.headers[.clearSiteData] == #""cache", "storage""#)
            #expect(try await shell.send(.get, "/hub", headers: ada).status == .seeOther)
        }
    }

    @Test("Every response has the security headers, whichever part of the shell sends it")
    func headers() async throws {
        try await TestShell.run { shell in
            let answers = [
                try await shell.send(.get, "/sign-in"), try await shell.send(.get, "/"),
                try await shell.send(.get, "/nothing", authority: "evil.test"),
                try await shell.send(.get, "/", authority: "evil.test"),
                try await shell.send(.post, "/sign-in"), try await shell.send(.get, "/hub"),
            ]
            for answer in answers {
                #expect(answer.headers[.xContentTypeOptions] == "nosniff", "\(answer.status)")
                #expect(answer.headers[.xDNSPrefetchControl] == "off")
                #expect(answer.headers[.referrerPolicy] == "same-origin")
                #expect(answer.headers[.permissionsPolicy]?.contains("local-fonts=()") == true)
                let policy = try #require(answer.headers[.contentSecurityPolicy])
                #expect(
                    policy.contains("require-trusted-types-for 'script'") && policy.contains("frame-ancestors 'none'"))
                // The shell of this test does not use https.
                #expect(answer.headers[.strictTransportSecurity] == nil)
            }
            let secure = SecurityHeaders.adding(to: Response(status: .ok), isSecure: true)
            #expect(secure.headers[.strictTransportSecurity] == "max-age=31536000")
        }
    }

    @Test("Only the operator learns more from /health than that the shell works")
    func health() async throws {
        try await TestShell.run { shell in
            #expect(try await body(of: shell.send(.get, "/health")) == #"{"status":"ok"}"#)
            let local = try await shell.send(.get, "/health", from: "127.0.0.1")
            #expect(try await body(of: local) == #"{"events":0,"status":"ok"}"#)
            // A name that leads here by the will of its owner, as in DNS rebinding.
            let rebound = try await shell.send(.get, "/health", authority: "evil.example:8080", from: "127.0.0.1")
            #expect(try await body(of: rebound).contains("events") == false)
            let proxied = try await shell.send(
                .get, "/health", headers: [.xForwardedFor: "127.0.0.1"], from: "127.0.0.1")
            #expect(try await body(of: proxied) == #"{"status":"ok"}"#)
        }
    }

    @Test("The log identifies failed sign-ins by a digest and the client, and has nothing that users enter")
    func log() async throws {
        let lines = NIOLockedValueBox<[String]>([])
        let logger = Logger(label: "test") { _ in LineHandler(lines: lines) }
        try await TestShell.run { shell in
            let ada = try await shell.signIn()
            for path in [
                "/hub?text=secretsearch", "/hub?near=39.5712,2.6466", "/reset?code=secretcode", "/open?url=secreturl",
                "/miniapp/com.example.secret?x=secretquery", "/about/secretpath",
            ] {
                _ = try await shell.send(.get, path, headers: ada, logger: logger)
            }
            _ = try await shell.send(
                .post, "/sign-in", headers: Self.form, body: "name=secretname&password=secretpassword",
                from: "192.0.2.7", logger: logger)
            _ = try await shell.send(
                .post, "/sign-in", headers: [.origin: "https://evil.test\u{1b}[31m", .contentType: "x"],
                from: "192.0.2.8", logger: logger)
            let text = lines.withLockedValue { $0.joined(separator: "\n") }
            #expect(!text.contains("secret") && !text.contains("39.57"), "\(text)")
            let cookie = try #require(ada[.cookie]?.split(separator: "=").last)
            #expect(!text.contains(cookie))
            #expect(text.contains("A sign-in failed.") && text.contains("192.0.2.7"))
            #expect(text.contains("A request from another site was refused.") && text.contains("192.0.2.8"))
            #expect(!text.contains("\u{1b}"))
            #expect(text.contains("route=(page)") && text.contains("route=/open") && text.contains("status=200"))
        }
    }
}

/// Collects log lines as they would be written.
struct LineHandler: LogHandler {
    let lines: NIOLockedValueBox<[String]>
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    init(lines: NIOLockedValueBox<[String]>) { self.lines = lines }

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let values = (event.metadata ?? [:]).merging(metadata) { first, _ in first }.map { "\($0)=\($1)" }
        lines.withLockedValue { $0.append("\(event.level) \(event.message) " + values.sorted().joined(separator: " ")) }
    }
}

extension HTTPFields {
    /// The fields of both; if both have a field, the other's value wins.
    func merging(_ other: HTTPFields) -> HTTPFields {
        var fields = self
        for field in other { fields[field.name] = field.value }
        return fields
    }
}

extension HTTPField.Name {
    static let xForwardedFor = HTTPField.Name("X-Forwarded-For")!
}
