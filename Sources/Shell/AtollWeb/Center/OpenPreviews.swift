import AtollCatalog
import AtollPackages
import Foundation

/// The previews that users have opened: unreleased versions, each for the users who had the code of a link to it.
///
/// Once a minute, the Center is asked whether a link is still valid. Previews are forgotten when they expire and when
/// the shell restarts; the link opens them again.
actor OpenPreviews {
    /// A preview that a user has opened.
    struct Preview: Sendable {
        let code: PreviewCode
        let statement: ReleaseStatement
        let listing: MiniAppListing
        let expires: Date
        fileprivate(set) var asked: Date
    }

    private struct Opening: Hashable {
        let user: String
        let code: PreviewCode
    }

    private let now: @Sendable () -> Date
    private var underWay: [Opening: Task<Result<Preview, PreviewError>, Never>] = [:]
    private var opened: [String: [MiniAppID: Preview]] = [:]

    /// The maximum number of users with previews, and of previews for each user.
    private static let maximumUsers = 10_000
    private static let maximumOfOne = 20
    /// How long an answer of the Center is valid, in seconds.
    private static let lifetime: TimeInterval = 60

    init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    /// Opens a preview for a user with the catalog of that user. It replaces an earlier one of the same mini app. If
    /// the same preview is already open, it stays open and does not count as a further use of the link.
    ///
    /// - Returns: The preview, and whether it was not open before.
    /// - Throws: ``PreviewError``.
    func open(
        _ code: PreviewCode, for user: String, with catalog: MiniAppCatalog
    ) async throws(PreviewError) -> (preview: Preview, isNew: Bool) {
        if let known = opened[user]?.first(where: { $0.value.code == code })?.key,
            let open = await preview(known, of: user, with: catalog), open.code == code
        {
            return (open, false)
        }
        // Two taps open it only once.
        let key = Opening(user: user, code: code)
        let other = underWay[key]
        let task = other ?? Task { await load(code, for: user, with: catalog) }
        underWay[key] = task
        let result = await task.value
        underWay[key] = nil
        return (try result.get(), other == nil)
    }

    private func load(
        _ code: PreviewCode, for user: String, with catalog: MiniAppCatalog
    ) async -> Result<Preview, PreviewError> {
        let loaded: LoadedPreview
        do throws(PreviewError) { loaded = try await catalog.preview(code: code.text) } catch {
            return .failure(error)
        }
        let manifest = loaded.miniApp.manifest
        let preview = Preview(
            code: code, statement: loaded.statement,
            listing: MiniAppListing(
                manifest: manifest, icon: nil, files: loaded.statement.files, published: loaded.statement.created),
            expires: loaded.expires, asked: now())
        makeRoom(for: user, manifest.id)
        opened[user, default: [:]][manifest.id] = preview
        return .success(preview)
    }

    /// A preview that a user has opened and whose link is still valid, or nil.
    func preview(_ id: MiniAppID, of user: String, with catalog: MiniAppCatalog) async -> Preview? {
        guard let found = opened[user]?[id], found.expires > now() else {
            opened[user]?[id] = nil
            return nil
        }
        guard now().timeIntervalSince(found.asked) >= Self.lifetime else { return found }
        // One request asks the Center. Others use the last answer meanwhile.
        opened[user]?[id]?.asked = now()
        guard await catalog.isGood(previewCode: found.code.text) else {
            // The user may have opened another link meanwhile.
            if opened[user]?[id]?.code == found.code { opened[user]?[id] = nil }
            return nil
        }
        return opened[user]?[id]
    }

    /// A preview that a user has opened.
    ///
    /// - Throws: ``CatalogError/notFound(_:)``.
    func opened(_ id: MiniAppID, by user: User, with catalog: MiniAppCatalog) async throws(CatalogError) -> Preview {
        guard let preview = await preview(id, of: user.id, with: catalog) else { throw .notFound(id) }
        return preview
    }

    /// The name of a preview that a user has opened.
    func name(of id: MiniAppID, for user: String) -> String? { opened[user]?[id]?.listing.name }

    private func makeRoom(for user: String, _ id: MiniAppID) {
        let time = now()
        opened = opened.compactMapValues { own in
            let left = own.filter { $0.value.expires > time }
            return left.isEmpty ? nil : left
        }
        if opened[user] == nil, opened.count >= Self.maximumUsers,
            let first = opened.min(by: { Self.end(of: $0.value) < Self.end(of: $1.value) })
        {
            opened[first.key] = nil
        }
        if let own = opened[user], own.count >= Self.maximumOfOne, own[id] == nil,
            let first = own.min(by: { $0.value.expires < $1.value.expires })
        {
            opened[user]?[first.key] = nil
        }
    }

    private static func end(of previews: [MiniAppID: Preview]) -> Date {
        previews.values.map(\.expires).max() ?? .distantPast
    }
}
