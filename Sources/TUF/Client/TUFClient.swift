import BoundedHTTP
import Foundation
import SignedJSON

/// A client of a repository of The Update Framework: it keeps what it trusts in a directory, and trusts nothing that is
/// not signed for, complete, newer and in date.
///
/// Source: TUF specification 1.0, section 5.
public actor TUFClient {
    let files: TrustedFiles
    let metadataURL: URL
    let transport: any TUFTransport
    let limits: TUFLimits
    let asksAhead: Bool
    let now: @Sendable () -> Date

    // What is trusted, from the top down.
    var root: RootMetadata
    var timestamp: TimestampMetadata?
    var snapshot: SnapshotMetadata?
    var targets: [ExactString: (data: Data, metadata: TargetsMetadata)] = [:]
    /// The time at which the refresh began, by which all is judged.
    var time: Date
    var isRefreshed = false

    /// A client of the repository at `metadataURL`, with what `directory` holds from before.
    ///
    /// - Parameter asksAhead: Whether the timestamp is asked for together with the next root, rather than after it. It is judged
    ///   after it all the same: a round less for a device that is far away.
    /// - Throws: ``TUFError/noRoot`` where the directory has no root: see ``trust(_:in:)``.
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
        // One that has not signed for itself was damaged, or was never a root.
        try root.metadata.verify(root.keys(of: "root"))
        time = now()
    }

    /// Begins to trust a root that came by a way that is trusted itself, such as the bundle of an app.
    public static func trust(_ root: Data, in directory: URL) throws(TUFError) {
        _ = try RootMetadata(parsing: root)
        try TrustedFiles(directory: directory).write(root, RootMetadata.name)
    }

    /// Puts metadata where a client finds it, as if it had got it before: it is judged when it is needed, and what is not right
    /// is got anew. A root is not among what can be put so; see ``trust(_:in:)``.
    public static func keep(_ metadata: Data, as role: String, in directory: URL) throws(TUFError) {
        guard role != RootMetadata.name else { return }
        try TrustedFiles(directory: directory).write(metadata, role)
    }

    /// The longest time for a refresh, however many roots there are to follow.
    private static let patience = Duration.seconds(30)

    /// Brings the metadata of the top-level roles up to date, within half a minute.
    ///
    /// - Throws: ``TUFError``; what was trusted before still is, and what was verified before the fault is kept.
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

    /// Gets a file of metadata.
    ///
    /// - Parameter version: Where the names of files begin with their version.
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
