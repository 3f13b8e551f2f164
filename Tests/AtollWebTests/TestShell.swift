import AtollCatalog
import AtollCredentials
import AtollPackages
import AtollRuntime
import AtollTestSupport
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import AtollWeb

/// The web shell's responder with a real Center behind it, called without a socket.
struct TestShell: Sendable {
    let responder: OriginResponder
    let center: TestCenter
    static let authority = "localhost:8080"
    static let origin = "http://localhost:8080"

    static func run(
        through wrap: @Sendable @escaping (any CatalogTransport) -> any CatalogTransport = { $0 },
        readyWithin: Duration = .seconds(15),
        _ body: @Sendable @escaping (TestShell) async throws -> Void
    ) async throws {
        try await TestCenter.run { center in
            let directory = try TemporaryDirectory()
            var logger = Logger(label: "test")
            logger.logLevel = .critical
            var configuration = ShellConfiguration(
                host: .init(name: "Test", version: "1", platform: "web"), port: 8080,
                addresses: .local(port: 8080), center: center.address, superApp: TestTrust.superApp,
                trustAnchor: center.trust.anchor, directory: directory.url
            )
            configuration.readyWithin = readyWithin
            // The clock of the password throttle does not move.
            let clock = TestClock()
            configuration.signInClock = { clock.now }
            let shell = try await WebShell(
                configuration,
                users: TestUsers(), transport: wrap(TokenTransport(center: center)), logger: logger
            )
            try await body(TestShell(responder: shell.responder(), center: center))
        }
    }

    func send(
        _ method: HTTPRequest.Method, _ path: String, authority: String = authority, headers: HTTPFields = [:],
        body: String = "", from address: String? = nil, logger: Logger = Logger(label: "test")
    ) async throws -> Response {
        let head = HTTPRequest(
            method: method, scheme: "http", authority: authority, path: path, headerFields: headers
        )
        let request = Request(head: head, body: .init(buffer: ByteBuffer(string: body)))
        let channel = EmbeddedChannel()
        if let address {
            // An embedded channel has a remote address after it is connected.
            try await channel.connect(to: SocketAddress(ipAddress: address, port: 4_711)).get()
        }
        let context = ShellContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        return try await responder.respond(to: request, context: context)
    }

    /// Signs in, and returns the headers of a request with the session.
    func signIn(_ name: String = "ada") async throws -> HTTPFields {
        let response = try await send(
            .post, "/sign-in", headers: [.origin: Self.origin, .contentType: "application/x-www-form-urlencoded"],
            body: "name=\(name)&password=right"
        )
        #expect(response.status == .seeOther)
        let cookie = try #require(response.headers[values: .setCookie].first).prefix { $0 != ";" }
        return [.cookie: String(cookie), .origin: Self.origin]
    }
}

extension TestShell {
    /// The result of following a mini app's launch URL as a browser does: the redirects, and the cookies they set.
    struct Launch: Sendable {
        /// The responses to the launch URL and its redirects, in order.
        let answers: [Response]
        /// The cookies that the browser sends to the mini app's origin from then on.
        let cookies: HTTPFields
        let authority: String
    }

    /// Opens a mini app's page and follows the launch URL.
    ///
    /// - Parameter cookies: The browser's cookies for the mini app's origin.
    func launch(
        _ path: String, of id: String, _ headers: HTTPFields, cookies: String = "",
        logger: Logger = Logger(label: "test")
    ) async throws -> Launch {
        let page = try await body(of: send(.get, path, headers: headers))
        return try await follow(try Self.launchLink(in: page), of: id, cookies: cookies, logger: logger)
    }

    /// The path and query with the ticket, in a page or another answer that has a mini app's origin and these.
    static func launchLink(in text: String) throws -> String {
        let text = text.replacingOccurrences(of: "\\/", with: "/").replacingOccurrences(of: "&amp;", with: "&")
        let mark = try #require(text.range(of: LaunchTickets.parameter))
        let quote = try #require(text[..<mark.lowerBound].lastIndex(of: "\""))
        let address = text[text.index(after: quote)...].prefix { $0 != "\"" }
        let scheme = try #require(address.range(of: "://"))
        return String(address[scheme.upperBound...].drop { $0 != "/" })
    }

    func follow(
        _ link: String, of id: String, _ surface: Session.Surface = .pages, cookies: String = "",
        logger: Logger = Logger(label: "test")
    ) async throws -> Launch {
        let authority = "\(MiniAppOrigin.label(for: MiniAppID(id)!, surface)).localhost:8080"
        var jar: [String: String] = [:]
        for cookie in cookies.split(separator: ";") {
            let parts = cookie.split(separator: "=", maxSplits: 1)
            jar[parts[0].trimmingCharacters(in: .whitespaces)] = String(parts.last ?? "")
        }
        var answers: [Response] = []
        var next: String? = link
        while let address = next, LaunchTickets.ticket(in: address) != nil, answers.count < 5 {
            let sent = jar.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
            let answer = try await send(.get, address, authority: authority, headers: [.cookie: sent], logger: logger)
            answers.append(answer)
            if answer.headers[.clearSiteData]?.contains("\"cookies\"") ?? false { jar = [:] }
            for cookie in answer.headers[values: .setCookie] {
                let parts = cookie.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
                jar[String(parts[0])] = String(parts[1])
            }
            next = answer.headers[.location]
        }
        let sent = jar.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
        return Launch(answers: answers, cookies: [.cookie: sent], authority: authority)
    }
}

/// `ada` is in Sales, `ben` is not; the password is `right`.
struct TestUsers: UserDirectory {
    /// Called while a password is compared.
    @TaskLocal static var whileComparing: (@Sendable () async throws -> Void)?

    func user(named name: String, password: String) async throws -> User? {
        try await Self.whileComparing?()
        // A guest no longer exists after they have signed in.
        if name == "busy" { throw HashingPoolBusy() }
        if name == "guest" { return User(id: "guest", name: "Guest", roles: []) }
        return password == "right" ? try await user(id: name) : nil
    }

    func user(id: String) async throws -> User? {
        ["ada": User(id: "ada", name: "Ada", roles: ["Sales"]), "ben": User(id: "ben", name: "Ben", roles: [])][id]
    }
}

/// Exchanges the shell's tokens for tokens of the test's Center with the same roles, because this Center accepts only
/// its own keys.
struct TokenTransport: CatalogTransport {
    let center: TestCenter

    func get(_ request: CatalogRequest) async throws(CatalogError) -> CatalogResponse {
        do {
            let payload = request.token.map { $0.split(separator: ".")[1] } ?? ""
            var base64 = payload.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
            while base64.count % 4 != 0 { base64 += "=" }
            let claims = String(decoding: Data(base64Encoded: base64) ?? Data(), as: UTF8.self)
            let exchanged = try await center.token(roles: claims.contains("Sales") ? ["Sales"] : [])
            var request = request
            if request.token != nil { request.token = exchanged }
            return try await HTTPCatalogTransport().get(request)
        } catch let error as CatalogError {
            throw error
        } catch {
            throw .network("\(error)")
        }
    }
}

/// The text of a response's body.
func body(of response: Response) async throws -> String {
    final class Collector: ResponseBodyWriter {
        let bytes: Box
        init(_ bytes: Box) { self.bytes = bytes }
        func write(_ buffer: ByteBuffer) async throws { bytes.buffer.writeImmutableBuffer(buffer) }
        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
    final class Box { var buffer = ByteBuffer() }
    let box = Box()
    try await response.body.write(Collector(box))
    return String(buffer: box.buffer)
}
