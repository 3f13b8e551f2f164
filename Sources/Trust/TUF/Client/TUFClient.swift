import BoundedHTTP
import Foundation
import SignedJSON

/// A client of a repository of The Update Framework. It stores what it trusts in a directory, and trusts only what is
/// signed, complete, not older than before, and in date.
///
/// Source: TUF specification 1.0, section 5.
public actor TUFClient {
    let files: TrustedFiles
    let metadataURL: URL
    let transport: any TUFTransport
    let limits: TUFLimits
    let asksAhead: Bool
    let now: @Sendable () -> Date

    // The trusted metadata, from the top down.
    var root: RootMetadata
    var timestamp: TimestampMetadata?
    var snapshot: SnapshotMetadata?
    var targets: [ExactString: (data: Data, metadata: TargetsMetadata, keys: RoleKeys)] = [:]
    /// The time at which the refresh began, against which all expiry times are checked.
    var time: Date
    var isRefreshed = false

    /// Creates a client of the repository at `metadataURL`, with the trusted metadata in `directory`.
    ///
    /// - Parameter asksAhead: Whether the timestamp is requested together with the next root, rather than after it. It
    ///   is still verified after it. This saves a round trip for a device that is far away.
    /// - Throws: ``TUFError``; ``TUFError/noRoot`` if the directory has no root: see ``trust(_:in:)``.
    public init(
        directory: URL, metadataURL: URL, transport: any TUFTransport = HTTPTUFTransport(),
        limits: TUFLimits = TUFLimits(), asksAhead: Bool = false, now: @escaping @Sendable () -> Date = { Date() }
    ) throws(TUFError) {
        files = TrustedFiles(directory: directory)
        self.metadataURL = metadataURL
        self.transport = transport
        self.limits = limits
        self.asksAhead = asksAhead
        self.now = now
        guard let data = files.read(RootMetadata.name) else { throw .noRoot }
        root = try RootMetadata(parsing: data)
        // A root that is not signed by its own keys was damaged, or was never a root.
        try root.metadata.verify(root.keys(of: "root"))
        time = now()
    }

    /// Trusts a root that comes from a trusted source, such as the bundle of an app.
    public static func trust(_ root: Data, in directory: URL) throws(TUFError) {
        _ = try RootMetadata(parsing: root)
        try TrustedFiles(directory: directory).write(root, RootMetadata.name)
    }

    /// Stores metadata as if a client had downloaded it before. It is verified when it is needed, and downloaded again
    /// if it is invalid. A root is ignored here; see ``trust(_:in:)``.
    public static func keep(_ metadata: Data, as role: String, in directory: URL) throws(TUFError) {
        guard role != RootMetadata.name else { return }
        try TrustedFiles(directory: directory).write(metadata, role)
    }

    /// The maximum time for a refresh, however many roots there are to follow.
    private static let patience = Duration.seconds(30)

    /// Updates the metadata of the top-level roles, within 30 seconds.
    ///
    /// - Throws: ``TUFError``. What was trusted before still is, and what was verified before the error is stored.
    public func refresh() async throws(TUFError) {
        try await TransferTime.within(Self.patience) { () async throws(TUFError) in try await refreshInTime() }
    }

    private func refreshInTime() async throws(TUFError) {
        isRefreshed = false
        time = now()
        timestamp = nil
        snapshot = nil
        targets = [:]
        if asksAhead {
            async let newest = newestTimestamp()
            try await refreshRoot()
            try await refreshTimestamp(newest.get())
        } else {
            try await refreshRoot()
            try await refreshTimestamp(newestTimestamp().get())
        }
        try await refreshSnapshot()
        let keys = try root.keys(of: "targets")
        _ = try await load(TargetsMetadata.name, signedBy: keys)
        isRefreshed = true
    }

    /// Downloads a metadata file.
    ///
    /// - Parameter version: The version that the file's name begins with, or nil if it has none.
    func get(_ role: String, version: Int?, limit: Int) async throws(TUFError) -> Data {
        let name = (version.map { "\($0)." } ?? "") + FileName.quoted(role) + ".json"
        guard let url = URL(string: Self.base(metadataURL) + name) else { throw .transport(name, .notFound) }
        do throws(TUFTransportError) {
            return try await transport.get(url, limit: limit)
        } catch {
            throw .transport(name, error)
        }
    }

    static func base(_ url: URL) -> String {
        let text = url.absoluteString
        return text.hasSuffix("/") ? text : text + "/"
    }

    func checkExpiry(_ metadata: SignedMetadata) throws(TUFError) {
        guard metadata.signed.expires > time else {
            throw .expired(role: metadata.role, metadata.signed.expiresText)
        }
    }
}
