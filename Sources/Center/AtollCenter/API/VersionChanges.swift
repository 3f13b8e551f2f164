import AtollCenterAPI
import AtollCenterDomain
import AtollPackages
import Logging

/// Carries out changes to a version, and announces them to devices.
struct VersionChanges {
    let store: PeopleStore
    let pipeline: ReleasePipeline

    /// Returns the version after a change, which is committed whether it can be announced now or not.
    func answer(
        _ request: APIRequest,
        _ body: @escaping @Sendable (Transaction, _ version: Reference) throws -> VersionRecord
    ) async throws -> VersionView {
        let (caller, reference) = (try request.who(), try Reference(request))
        let version = try await store.change(by: caller.actor) { try body($0, reference) }
        // Only changes that devices see are waited for.
        let announced = version.state.isReleased ? await pipeline.hasAnnounced(version.id) : nil
        return try await store.read { view in
            try VersionView(
                version, isAnnounced: announced ?? view.isAnnounced(version.id), for: view.permissions(of: caller))
        }
    }

    /// Which version a request is about, and the revision of it that its sender has seen.
    struct Reference: Sendable {
        let id: String
        let code: Int
        let revision: Int?
        let caller: Caller

        init(_ request: APIRequest) throws {
            id = try request.part("id")
            let text = try request.part("code")
            guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let code = Int(text), code > 0 else {
                throw ActionError.unknown("version")
            }
            self.code = code
            revision = try request.revision()
            caller = try request.who()
        }
    }
}

extension ReleasePipeline {
    /// Announces pending changes of a mini app. Returns whether they were announced; if not, the Center tries again.
    func hasAnnounced(_ id: MiniAppID) async -> Bool {
        do {
            guard try await store.isDue(id) else { return true }
            try await announce(id)
            return true
        } catch {
            logger.error(
                "A change could not be announced to devices yet; it remains due.",
                metadata: ["miniApp": "\(id)", "error": "\(error)"])
            return false
        }
    }
}
