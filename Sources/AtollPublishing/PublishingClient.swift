import AtollPackages
import BoundedHTTP
import Foundation
import SignedJSON

/// A publisher's calls to the Center: what is published, and new versions with the publisher's signed word for them.
///
/// ```swift
/// let client = PublishingClient(center: center, apiKey: apiKey)
/// let statement = try await client.publish(package, by: publisher, superApps: ["com.example.lagoon"], signers: [signer])
/// ```
public struct PublishingClient: Sendable {
    public let center: URL
    private let apiKey: String
    // A redirect is not followed: the key would go with it.
    private let session = BoundedSession(timeout: 60, deadline: 600)
    private static let maximumAnswer = 16 * 1024 * 1024

    /// - Parameter apiKey: One with the scope `publish`; never logged.
    public init(center: URL, apiKey: String) {
        self.center = center
        self.apiKey = apiKey
    }

    /// What a Center has of a mini app, as its publisher sees it.
    public struct Published: Sendable, Decodable {
        /// The newest first.
        public let versions: [MiniAppListing]
        /// What statements name the Center by.
        public let repository: BlobDigest
        /// The statements about the versions, as they were signed, the newest first.
        public let statements: [Data]
        /// The code of the version that devices are told of; nil where none is published, or the Center does not say.
        public let current: Int?

        /// The digest of the last statement, which the next one names.
        public var lastStatement: BlobDigest? { statements.first.map { BlobDigest(of: $0) } }
    }

    /// What the Center has of a mini app.
    ///
    /// - Throws: ``PublishingFailure`` or `CancellationError`.
    public func published(_ id: MiniAppID) async throws -> Published {
        try Self.decode(try await send("GET", "v1/miniapps/\(id)/versions"))
    }

    /// Signs a statement about a package, which follows the last one, and uploads both.
    ///
    /// - Parameters:
    ///   - repository: The Center that it is meant for, as the publisher knows it; another one is refused before anything
    ///     is signed. What the Center says of itself, where it is nil.
    ///   - floor: The lowest version that may run from now on; as the last statement has it where it is nil.
    ///   - dropping: Super apps of the last version that this one may leave: it is taken from their users.
    /// - Returns: The statement.
    /// - Throws: ``PublishingFailure`` for what the Center says, or what signing throws.
    @discardableResult
    public func publish(
        _ package: MiniAppPackage, by publisher: PublisherID, superApps: [String], signers: [Signer],
        repository: BlobDigest? = nil, floor: Int? = nil,
        dropping: Set<String> = [], now: Date = Date()
    ) async throws -> SignedStatement {
        let id = package.manifest.id
        let published = try await published(id)
        if let repository, repository != published.repository {
            throw PublishingFailure.otherRepository(published.repository, expected: repository)
        }
        let last = try published.statements.first.map { try ReleaseStatement(parsing: $0) }
        let dropped = Set(last?.superApps ?? []).subtracting(superApps).subtracting(dropping)
        guard dropped.isEmpty else { throw PublishingFailure.dropsSuperApps(dropped.sorted()) }
        let statement = ReleaseStatement(
            of: package, repository: published.repository, superApps: superApps, publisher: publisher,
            floor: floor ?? last?.floor ?? 0, previous: published.lastStatement, created: now
        )
        let signed = try SignedStatement(statement, signedBy: signers)
        let data = try await send(
            "POST", "v1/miniapps/\(id)/versions", package.archive(), type: "application/zip", statement: signed)
        let listing: MiniAppListing = try Self.decode(data)
        guard listing.id == id, listing.version == package.manifest.version else {
            throw PublishingFailure.unexpectedAnswer
        }
        return signed
    }

    /// Puts new signatures on the statement that is live, such as after a key was rotated.
    ///
    /// - Throws: ``PublishingFailure``; ``PublishingFailure/nothingPublished(_:)`` where there is nothing to sign.
    public func resign(_ id: MiniAppID, signers: [Signer]) async throws {
        let published = try await published(id)
        // The newest may be withdrawn, and another one live.
        let statement = try published.statements.first {
            guard let current = published.current else { return true }
            return try ReleaseStatement(parsing: $0).version.code == current
        }
        guard let bytes = statement else { throw PublishingFailure.nothingPublished(id) }
        _ = try await send(
            "PUT", "v1/miniapps/\(id)/statement", statement: SignedStatement(signing: bytes, by: signers))
    }

    /// Withdraws a version: devices go back to the one before it that they may open.
    ///
    /// The Center does it at once, and could take it back. What nothing online undoes is a floor that the review team signs.
    ///
    /// - Parameters:
    ///   - reason: Why, in 1 to ``Withdrawal/maximumReason`` characters.
    ///   - isDryRun: Whether to say only what would happen.
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

    /// Says what a mini app is found by, besides its manifest. It need not be published yet.
    public func setDetails(_ details: MiniAppDetails, of id: MiniAppID) async throws {
        let body = try JSONEncoder().encode(details)
        _ = try await send("PUT", "v1/miniapps/\(id)/details", body, type: "application/json")
    }

    /// Decides which roles may open a mini app; everybody may where there are none.
    public func setRoles(_ roles: [String], of id: MiniAppID) async throws {
        let body = try JSONEncoder().encode(["roles": roles])
        _ = try await send("PUT", "v1/miniapps/\(id)/access", body, type: "application/json")
    }

    /// Says which mini apps a super app shows first, in this order, from now on for so many seconds.
    public func setFeatured(_ ids: [MiniAppID], of superApp: String, for seconds: TimeInterval) async throws {
        struct Featured: Encodable {
            let miniApp: MiniAppID
            let from: Date
            let to: Date
        }
        let now = Date()
        let featured = ids.map { Featured(miniApp: $0, from: now, to: now.addingTimeInterval(seconds)) }
        _ = try await send(
            "PUT", "v1/superapps/\(superApp)/featured", MiniAppListingPage.encoder.encode(featured),
            type: "application/json")
    }

    /// Says how a super app's home is arranged, as ``HomeConfigurationFile`` describes it.
    public func setHomeConfiguration(_ data: Data, of superApp: String) async throws {
        _ = try await send("PUT", "v1/superapps/\(superApp)/home", data, type: "application/json")
    }

    private static func decode<Answer: Decodable>(_ data: Data) throws(PublishingFailure) -> Answer {
        do {
            return try MiniAppListingPage.decoder.decode(Answer.self, from: data)
        } catch {
            throw .unexpectedAnswer
        }
    }

    private struct Problem: Decodable {
        let detail: String
        let subject: String?
        let rule: String?
    }

    private func send(
        _ method: String, _ path: String, _ body: Data? = nil, type: String? = nil, statement: SignedStatement? = nil
    ) async throws -> Data {
        guard center.protectsSecrets else { throw PublishingFailure.insecure(center.absoluteString) }
        var request = TransferRequest(center.appending(path: path), method: method, body: body)
        request.set("Authorization", to: "Bearer \(apiKey)")
        if let type { request.set("Content-Type", to: type) }
        if let statement {
            let text = Data(statement.json.readableBytes).base64EncodedString()
            request.set("Atoll-Statement", to: text)
        }
        let (status, data): (Int, Data)
        // An upload takes as long as its way is slow; a question does not.
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
            let problem = try? JSONDecoder().decode(Problem.self, from: data)
            let detail = [problem?.subject, problem?.detail].compactMap(\.self)
            // A Center's own are a sentence or two.
            throw PublishingFailure.refused(
                status: status, rule: (problem?.rule).map { String($0.prefix(100)) },
                reason: String(detail.joined(separator: ": ").prefix(1_000)))
        }
        return data
    }
}

/// Why something was not published.
public enum PublishingFailure: Error, Hashable, CustomStringConvertible {
    /// The Center did not take it: the rule that is broken, and what it says.
    case refused(status: Int, rule: String?, reason: String)
    /// The Center could not be reached.
    case network(String)
    /// The Center's URL is neither HTTPS nor on this machine, so the API key was not sent.
    case insecure(String)
    /// The Center sent the request elsewhere. It was not followed, and the API key did not go there.
    case redirected(status: Int)
    /// The Center is another one than the publisher means.
    case otherRepository(BlobDigest, expected: BlobDigest)
    /// What came is not the answer of a Mini App Center.
    case unexpectedAnswer
    /// Nothing of this mini app is published yet.
    case nothingPublished(MiniAppID)
    /// The last version was for these super apps, too, and their users would lose the mini app.
    case dropsSuperApps([String])

    public var description: String {
        switch self {
        case .refused(let status, _, ""): "The Center answered with status \(status), and did not say why."
        case .refused(let status, let rule, let reason): "\(rule ?? "status \(status)"): \(reason)"
        case .network(let reason): "The Mini App Center can't be reached: \(reason)"
        case .insecure(let center):
            "An API key is sent by https only, and \(center) is not. Use the Center's https URL. Nothing was sent."
        case .redirected(let status):
            "The Center answered with a redirect (status \(status)), which is not followed: the API key would go with it. "
                + "Use the Center's own URL."
        case .unexpectedAnswer: "What answered is not a Mini App Center of this version. Check the Center's address."
        case .nothingPublished(let id): "Nothing of \(id) is published yet. Nothing was signed."
        case .dropsSuperApps(let ids):
            "The last version is for \(ids.joined(separator: ", ")), too, whose users would lose the mini app. Nothing was signed."
        case .otherRepository(let found, let expected):
            "This Center's repository is \(found), and \(expected) was meant. Nothing was signed."
        }
    }
}
