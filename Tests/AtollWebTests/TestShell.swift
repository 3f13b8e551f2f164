import AtollCatalog
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

/// The web shell's responder with a real Center behind it, asked without a socket.
struct TestShell: Sendable {
    let responder: HostResponder
    let center: TestCenter
    static let authority = "localhost:8080"
    static let origin = "http://localhost:8080"

    static func run(
        through wrap: @Sendable @escaping (any CatalogTransport) -> any CatalogTransport = { $0 },
        _ body: @Sendable @escaping (TestShell) async throws -> Void
    ) async throws {
        try await TestCenter.run { center in
            let directory = try TemporaryDirectory()
            var logger = Logger(label: "test")
            logger.logLevel = .critical
            let shell = try await WebShell(
                ShellConfiguration(
                    host: .init(name: "Test", version: "1", platform: "web"), port: 8080,
                    addresses: .local(port: 8080), center: center.address, superApp: TestTrust.superApp,
                    trustAnchor: center.trust.anchor, directory: directory.url
                ),
                users: TestUsers(), transport: wrap(TokenTransport(center: center)), logger: logger
            )
            try await body(TestShell(responder: shell.responder(), center: center))
        }
    }

    func send(
        _ method: HTTPRequest.Method, _ path: String, authority: String = authority, headers: HTTPFields = [:],
        body: String = ""
    ) async throws -> Response {
        let head = HTTPRequest(
            method: method, scheme: "http", authority: authority, path: path, headerFields: headers
        )
        let request = Request(head: head, body: .init(buffer: ByteBuffer(string: body)))
        let context = ShellContext(
            source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Logger(label: "test"))
        )
        return try await responder.respond(to: request, context: context)
    }

    /// Signs in and gives back the headers of a request with the session.
    func signIn(_ name: String = "ada") async throws -> HTTPFields {
        let response = try await send(
            .post, "/sign-in", headers: [.origin: Self.origin, .contentType: "application/x-www-form-urlencoded"],
            body: "name=\(name)&password=right"
        )
        #expect(response.status == .seeOther)
        let cookie = try #require(response.headers[.setCookie]).prefix { $0 != ";" }
        return [.cookie: String(cookie), .origin: Self.origin]
    }
}

/// `ada` is in Sales, `ben` is not; the password is `right`.
struct TestUsers: UserDirectory {
    func user(named name: String, password: String) async throws -> User? {
        // A guest is gone as soon as they have signed in.
        if name == "guest" { return User(id: "guest", name: "Guest", roles: []) }
        return password == "right" ? try await user(id: name) : nil
    }

    func user(id: String) async throws -> User? {
        ["ada": User(id: "ada", name: "Ada", roles: ["Sales"]), "ben": User(id: "ben", name: "Ben", roles: [])][id]
    }
}

/// The Center of these tests knows its own keys only, so the shell's tokens are exchanged for the Center's, role by role.
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
            return try await URLSessionTransport().get(request)
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
