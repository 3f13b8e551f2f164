import AtollCenterAPI
import AtollPackages
import BoundedHTTP
import Foundation
import SignedJSON

/// A publisher's client of the Center: it uploads new versions with the publisher's signed statements, and manages
/// published ones.
///
/// ```swift
/// let client = PublishingClient(center: center, apiKey: apiKey)
/// let statement = try await client.publish(package, by: publisher, superApps: ["com.example.lagoon"], signers:
/// [signer])
/// ```
public struct PublishingClient: Sendable {
    /// The Center's URL.
    public let center: URL
    private let apiKey: String
    // Redirects are not followed, because the key would be sent along.
    private let session = BoundedSession(timeout: .seconds(60), deadline: .seconds(600))
    private static let maximumAnswer = 16 * 1024 * 1024

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - center: The Center's URL: HTTPS, or on this machine. Any other is refused when a request is made.
    ///   - apiKey: A key with the scope `publish`, and for some calls `access` or `catalog`. It is never logged.
    public init(center: URL, apiKey: String) {
        self.center = center
        self.apiKey = apiKey
    }

    /// The Center's data about a mini app, as its publisher sees it.
    public struct Published: Sendable, Decodable {
        /// The versions, newest first.
        public let versions: [MiniAppListing]
        /// The digest by which statements refer to the Center's repository.
        public let repository: SHA256Hash
        /// The statements about the versions, as they were signed, newest first.
        public let statements: [Data]
        /// The state of each version, such as `live` or `draft`; nil if the Center does not report it.
        public let states: [String]?
        /// The code of the version that the Center announces to devices; nil if there is no such version, or the Center
        /// does not report it.
        public let current: Int?

        /// The digest of the newest statement, to which the next one refers.
        public var lastStatement: SHA256Hash? { statements.first.map { SHA256Hash(of: $0) } }
    }

    /// A version that was uploaded.
    public struct Upload: Sendable {
        /// The signed statement about it.
        public let statement: SignedStatement
        /// The state of the version, such as `live` or `draft`.
        public let state: String
    }

    /// Fetches the Center's data about a mini app.
    ///
    /// - Throws: ``PublishingFailure`` or `CancellationError`.
    public func published(_ id: MiniAppID) async throws -> Published {
        try Self.decode(try await send("GET", "v1/miniapps/\(id)/versions"))
    }

    /// Signs a statement about a package, which follows the last one. Nothing is uploaded.
    ///
    /// If the Center already has the package, for example because a response was lost, the result is the Center's
    /// statement, provided that it says the same.
    ///
    /// - Parameters:
    ///   - repository: The repository that the publisher means; any other is refused before anything is signed. If it
    ///     is nil, the one that the Center names.
    ///   - floor: The lowest version that may run from now on; if it is nil, that of the last statement.
    ///   - signedFloor: The floor that the publisher last signed for the mini app in a repository, if known here. A
    ///     Center that reports another one is refused, unless there is a `floor`.
    ///   - dropping: The super apps of the last version that this one may drop: their users lose the mini app.
    /// - Throws: ``PublishingFailure``, `CancellationError`, a `ReleaseRefusal` if the last statement can't be read, or
    ///   any error from signing.
    public func sign(
        _ package: MiniAppPackage, by publisher: PublisherID, superApps: [String], signers: [Signer],
        repository: SHA256Hash? = nil, floor: Int? = nil,
        signedFloor: (SHA256Hash) throws -> Int? = { _ in nil },
        dropping: Set<String> = [], now: Date = Date()
    ) async throws -> SignedStatement {
        let published = try await published(package.manifest.id)
        if let repository, repository != published.repository {
            throw PublishingFailure.otherRepository(published.repository, expected: repository)
        }
        let last = try published.statements.first.map { try ReleaseStatement(parsing: $0) }
        let dropped = Set(last?.superApps ?? []).subtracting(superApps).subtracting(dropping)
        guard dropped.isEmpty else { throw PublishingFailure.dropsSuperApps(dropped.sorted()) }
        let shown = last?.floor ?? 0
        if floor == nil, let signed = try signedFloor(published.repository), shown != signed {
            throw PublishingFailure.otherFloor(shown, expected: signed)
        }
        let statement = ReleaseStatement(
            of: package, repository: published.repository, superApps: superApps, publisher: publisher,
            floor: floor ?? last?.floor ?? 0, previous: published.lastStatement, created: now
        )
        // If a response was lost, the Center already has the version, and accepts the same statement again. The Center
        // chooses the bytes, so they are signed only if they say the same.
        if let last, last.saysTheSame(as: statement, now: now) {
            return try SignedStatement(signing: published.statements[0], by: signers)
        }
        return try SignedStatement(statement, signedBy: signers)
    }

    /// Uploads a package with its signed statement.
    ///
    /// In a super app that an organization owns, the version becomes a draft, which must be submitted. In others it is
    /// released immediately, unless `isDraft` is true.
    ///
    /// - Parameter isDraft: Whether the version remains a draft everywhere, for example to be submitted with release
    ///   notes.
    /// - Returns: The statement, and the state of the version.
    /// - Throws: ``PublishingFailure`` or `CancellationError`.
    @discardableResult
    public func upload(
        _ package: MiniAppPackage, _ statement: SignedStatement, asDraft isDraft: Bool = false
    ) async throws -> Upload {
        let id = package.manifest.id
        let data = try await send(
            "POST", "v1/miniapps/\(id)/versions", package.archive(), type: "application/zip", statement: statement,
            query: isDraft ? [URLQueryItem(name: "draft", value: "true")] : [])
        let listing: MiniAppListing = try Self.decode(data)
        guard listing.id == id, listing.version == package.manifest.version else {
            throw PublishingFailure.unexpectedAnswer
        }
        let uploaded: UploadedView = try Self.decode(data)
        return Upload(statement: statement, state: uploaded.state.rawValue)
    }

    /// Signs a statement about a package, and uploads both. See
    /// ``sign(_:by:superApps:signers:repository:floor:signedFloor:dropping:now:)`` and ``upload(_:_:asDraft:)``.
    @discardableResult
    public func publish(
        _ package: MiniAppPackage, by publisher: PublisherID, superApps: [String], signers: [Signer],
        repository: SHA256Hash? = nil, floor: Int? = nil,
        dropping: Set<String> = [], now: Date = Date()
    ) async throws -> Upload {
        try await upload(
            package,
            sign(
                package, by: publisher, superApps: superApps, signers: signers, repository: repository, floor: floor,
                dropping: dropping, now: now))
    }

    /// Signs the live statement again and uploads the new signatures, for example after a key was rotated.
    ///
    /// - Parameters:
    ///   - repository: The repository that the publisher means; any other is refused before anything is signed. If it
    ///     is nil, the one that the Center names.
    ///   - isOwn: Whether the publisher made this statement. The second argument is its digest. The Center chooses
    ///     which statement it shows, so signing any other would let it ship code that the publisher did not publish.
    /// - Returns: The statement that was signed again.
    /// - Throws: ``PublishingFailure``, which is ``PublishingFailure/nothingPublished(_:)`` if there is nothing to
    ///   sign, and ``PublishingFailure/foreignStatement(_:)`` if the statement is not the publisher's;
    ///   `CancellationError`, or any error from signing.
    @discardableResult
    public func resign(
        _ id: MiniAppID, signers: [Signer], repository: SHA256Hash? = nil,
        isOwn: (ReleaseStatement, SHA256Hash) throws -> Bool
    ) async throws -> ReleaseStatement {
        let published = try await published(id)
        if let repository, repository != published.repository {
            throw PublishingFailure.otherRepository(published.repository, expected: repository)
        }
        // The newest version may be withdrawn, and another one live.
        let statement = try published.statements.first {
            guard let current = published.current else { return true }
            return try ReleaseStatement(parsing: $0).version.code == current
        }
        guard let bytes = statement else { throw PublishingFailure.nothingPublished(id) }
        let shown = try ReleaseStatement(parsing: bytes)
        guard shown.app == id, shown.repository == published.repository, try isOwn(shown, SHA256Hash(of: bytes)) else {
            throw PublishingFailure.foreignStatement(id)
        }
        _ = try await send(
            "PUT", "v1/miniapps/\(id)/statement", statement: SignedStatement(signing: bytes, by: signers))
        return shown
    }

    /// Withdraws a version. Devices return to the latest earlier version that they may open.
    ///
    /// The Center does so immediately, and could undo it. Only a floor that the review team signs can't be undone
    /// online.
    ///
    /// - Parameters:
    ///   - reason: The reason, in 1 to ``Withdrawal/maximumReason`` characters.
    ///   - isDryRun: Whether only to report what would happen.
    /// - Throws: ``PublishingFailure`` or `CancellationError`.
    @discardableResult
    public func withdraw(
        _ code: Int, of id: MiniAppID, reason: String, isDryRun: Bool = false
    ) async throws -> Withdrawal {
        struct Body: Encodable {
            let reason: String
            let isDryRun: Bool
        }
        let data = try await send(
            "POST", "v1/miniapps/\(id)/versions/\(code)/withdraw",
            JSONEncoder().encode(Body(reason: reason, isDryRun: isDryRun)), type: "application/json")
        return try Self.decode(data)
    }

    /// Sets the details by which a mini app is found, in addition to its manifest. The mini app need not be published
    /// yet.
    ///
    /// - Throws: ``PublishingFailure`` or `CancellationError`.
    public func setDetails(_ details: MiniAppDetails, of id: MiniAppID) async throws {
        let body = try JSONEncoder().encode(details)
        _ = try await send("PUT", "v1/miniapps/\(id)/details", body, type: "application/json")
    }

    /// Sets the roles that may open a mini app. If the list is empty, every user may.
    ///
    /// - Throws: ``PublishingFailure`` or `CancellationError`.
    public func setRoles(_ roles: [String], of id: MiniAppID) async throws {
        let body = try JSONEncoder().encode(["roles": roles])
        _ = try await send("PUT", "v1/miniapps/\(id)/access", body, type: "application/json")
    }

    /// Sets the mini apps that a super app shows first, in this order, for the next `seconds` seconds.
    ///
    /// - Throws: ``PublishingFailure`` or `CancellationError`.
    public func setFeatured(_ ids: [MiniAppID], of superApp: String, for seconds: TimeInterval) async throws {
        struct Featured: Encodable {
            let miniApp: MiniAppID
            let from: Date
            let to: Date
        }
        let now = Date()
        let featured = ids.map { Featured(miniApp: $0, from: now, to: now.addingTimeInterval(seconds)) }
        _ = try await send(
            "PUT", "v1/superapps/\(superApp)/featured", JSONEncoder.center.encode(featured),
            type: "application/json")
    }

    /// Sets the configuration of a super app's home screen. See ``HomeConfigurationFile``.
    ///
    /// - Throws: ``PublishingFailure`` or `CancellationError`.
    public func setHomeConfiguration(_ data: Data, of superApp: String) async throws {
        _ = try await send("PUT", "v1/superapps/\(superApp)/home", data, type: "application/json")
    }

    private static func decode<Answer: Decodable>(_ data: Data) throws(PublishingFailure) -> Answer {
        try CenterClient.decode(data)
    }

    private func send(
        _ method: String, _ path: String, _ body: Data? = nil, type: String? = nil, statement: SignedStatement? = nil,
        query: [URLQueryItem] = []
    ) async throws -> Data {
        guard center.protectsSecrets else { throw PublishingFailure.insecure(center.absoluteString) }
        var url = center.appending(path: path)
        if !query.isEmpty { url.append(queryItems: query) }
        var request = TransferRequest(url, method: method, body: body)
        request.set("Authorization", to: "Bearer \(apiKey)")
        if let type { request.set("Content-Type", to: type) }
        if let statement {
            let text = Data(statement.json.readableBytes).base64EncodedString()
            request.set("Atoll-Statement", to: text)
        }
        let (status, data): (Int, Data)
        // The duration of an upload depends on the connection. Other requests are short.
        let time = Duration.seconds(statement == nil || body == nil ? 30 : 600)
        do {
            (status, data) = try await TransferTime.within(time) { () async throws(TransferError) in
                try await session.data(for: request, limit: Self.maximumAnswer)
            }
        } catch .cancelled {
            throw CancellationError()
        } catch {
            throw PublishingFailure.network(error.description)
        }
        guard !(300..<400).contains(status) else { throw PublishingFailure.redirected(status: status) }
        guard (200..<300).contains(status) else {
            throw PublishingFailure(status: status, answer: data)
        }
        return data
    }
}
