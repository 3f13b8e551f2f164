import AtollCatalog
import AtollCenter
import AtollPackages
import AtollPublishing
import Foundation
import JWTKit
import Logging
import SignedJSON
import TUF

#if canImport(FoundationNetworking)
import FoundationNetworking

@testable import AtollCenterDomain
@testable import AtollCenterSignIn
#endif

/// A Center that listens on a free port of the loopback interface for as long as a test needs it.
public struct TestCenter: Sendable {
    public let address: URL
    /// An API key of `com.example` with all scopes.
    public let apiKey: String
    public let directory: TemporaryDirectory
    public let center: MiniAppCenter
    /// The keys that are offline in production, and that of the publisher `com.example`.
    public let trust: TestTrust
    private let key: ES256PrivateKey

    public static let issuer = "https://shell.test"

    /// Starts a Center, calls `body` with it, and stops it.
    public static func run<Result: Sendable>(
        in directory: TemporaryDirectory? = nil, _ body: @Sendable @escaping (TestCenter) async throws -> Result
    ) async throws -> Result {
        try await run(in: directory, stores: nil, body)
    }

    /// - Parameter stores: Its database, or nil for one of SQLite in its directory.
    package static func run<Result: Sendable>(
        in directory: TemporaryDirectory? = nil, stores: CenterStores?, role: CenterRole = .all,
        intervals: ServiceIntervals = ServiceIntervals(),
        _ body: @Sendable @escaping (TestCenter) async throws -> Result
    ) async throws -> Result {
        let directory = try directory ?? TemporaryDirectory()
        let key = ES256PrivateKey()
        let keySet = try keySet(of: key)
        let trust = try TestTrust(in: directory.url)
        var configuration = CenterConfiguration(
            directory: directory.url, signInKeys: SignInKeySource { keySet }, issuer: issuer,
            superApps: [TestTrust.superApp]
        )
        configuration.port = 0
        configuration.role = role
        configuration.intervals = intervals
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        let onRunning: @Sendable (Int) async -> Void = { port in
            continuation.yield(port)
            continuation.finish()
        }
        let center =
            if let stores {
                try MiniAppCenter(configuration, stores: stores, logger: logger, onRunning: onRunning)
            } else {
                try MiniAppCenter(configuration, logger: logger, onRunning: onRunning)
            }
        let apiKey = try await center.apiKeys.create(
            for: PublisherID("com.example")!, scopes: APIKeyScope.publishing,
            expires: Date().addingTimeInterval(3_600)
        ).text
        return try await GracefulService.run(center, logger: logger) {
            var port = 0
            for await running in ports { port = running }
            return try await body(
                TestCenter(
                    address: URL(string: "http://127.0.0.1:\(port)")!, apiKey: apiKey, directory: directory,
                    center: center, trust: trust, key: key
                )
            )
        }
    }

    /// A user's token, as the super app would sign it.
    public func token(
        of user: String = "u-1", roles: [String] = [], issuer: String = TestCenter.issuer,
        audience: String = "miniapp-center",
        superApp: String? = TestTrust.superApp, scope: String? = nil,
        expires: Date = Date().addingTimeInterval(3_600), signedBy other: ES256PrivateKey? = nil
    ) async throws -> String {
        let keys = JWTKeyCollection()
        await keys.add(ecdsa: other ?? key, kid: "test")
        return try await keys.sign(
            Payload(
                iss: issuer, aud: audience, sub: user, exp: Int(expires.timeIntervalSince1970), roles: roles,
                azp: superApp, scope: scope),
            kid: "test"
        )
    }

    /// A response of the Center.
    public struct Answer: Sendable {
        public let status: Int
        public let headers: [String: String]
        public let body: Data

        /// A member of the JSON object in the body.
        public func member(_ name: String) -> String? {
            let object = try? JSONSerialization.jsonObject(with: body) as? [String: Any]
            return object?[name].map { "\($0)" }
        }
    }

    public func send(
        _ method: String, _ path: String, token: String? = nil, body: Data? = nil, statement: SignedStatement? = nil,
        host: String? = TestTrust.host.header
    ) async throws -> Answer {
        var request = URLRequest(url: URL(string: address.absoluteString + path)!)
        request.httpMethod = method
        request.httpBody = body
        if let host { request.setValue(host, forHTTPHeaderField: "Atoll-Host") }
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if let statement {
            let text = Data(statement.json.readableBytes).base64EncodedString()
            request.setValue(text, forHTTPHeaderField: "Atoll-Statement")
        }
        let (data, http) = try await URLSession.shared.answer(to: request)
        let headers = http.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
        return Answer(status: http.statusCode, headers: Dictionary(headers) { first, _ in first }, body: data)
    }

    /// Uploads a mini app with its publisher's statement.
    @discardableResult
    public func upload(_ miniApp: SampleMiniApp, key: String? = nil) async throws -> Answer {
        try await upload(miniApp.archive, as: miniApp.id, key: key)
    }

    /// Uploads an archive with a statement about it, or about a valid sample if it is not a valid package.
    public func upload(_ archive: Data, as id: String, key: String? = nil) async throws -> Answer {
        let package = try (try? MiniAppPackage(archive: archive)) ?? MiniAppPackage(archive: SampleMiniApp().archive)
        let published = try await PublishingClient(center: address, apiKey: apiKey).published(MiniAppID(id)!)
        let statement =
            try repeated(published, package)
            ?? trust.statement(about: package, previous: published.lastStatement)
        return try await send(
            "POST", "/v1/miniapps/\(id)/versions", token: key ?? apiKey, body: archive, statement: statement)
    }

    /// The statement about the same package, if it is the last one that was stored, as a publisher's tool sends it again.
    private func repeated(_ published: PublishingClient.Published, _ package: MiniAppPackage) throws -> SignedStatement?
    {
        guard let bytes = published.statements.first else { return nil }
        let last = try ReleaseStatement(parsing: bytes)
        guard last.version.code == package.manifest.version.code,
            last.files.sha256 == SHA256Hash(of: package.fileList.encoded())
        else { return nil }
        return try SignedStatement(signing: bytes, by: [trust.publisherKey.signer])
    }

    /// The releases that a device trusts if it ships this Center's root.
    public func releases(
        in directory: URL, superApp: String = TestTrust.superApp,
        transport: any CatalogTransport = HTTPCatalogTransport()
    ) throws -> TrustedReleases {
        try TrustedReleases(
            directory: directory, anchor: trust.anchor, host: HostIdentity(superApp: superApp, version: "1.0"),
            center: address, transport: transport
        )
    }

    private struct Payload: JWTPayload {
        let iss: String
        let aud: String
        let sub: String
        let exp: Int
        let roles: [String]
        let azp: String?
        let scope: String?

        func verify(using algorithm: some JWTAlgorithm) throws {}
    }

    package static func keySet(of key: ES256PrivateKey) throws -> Data {
        let parameters = key.parameters!
        func base64url(_ text: String) -> String {
            text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
                .replacingOccurrences(of: "=", with: "")
        }
        return try JSONEncoder().encode([
            "keys": [
                [
                    "kty": "EC", "crv": "P-256", "alg": "ES256", "kid": "test",
                    "x": base64url(parameters.x), "y": base64url(parameters.y),
                ]
            ]
        ])
    }
}
