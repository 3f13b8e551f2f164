import AtollPackages

/// Which super apps a Center serves, and who may publish in them.
///
/// It serves those that its operator has named when it was started, and those that organizations own. In one without an
/// owner, every publisher publishes; in one that an organization owns, that organization and those with a ``Grant``.
package struct SuperAppDirectory: Sendable {
    /// Those that the operator has named.
    package let named: Set<String>
    package let store: PeopleStore

    package init(named: Set<String>, store: PeopleStore) {
        self.named = named
        self.store = store
    }

    /// Checks that a version may be published in these super apps.
    ///
    /// - Returns: The one that an organization owns, or `nil` if none has an owner.
    /// - Throws: ``CenterError/unknownSuperApps(_:known:)``, ``CenterError/disabledSuperApp(_:)``,
    ///   ``CenterError/notGranted(_:_:)`` or ``CenterError/manySuperApps(_:)``.
    @discardableResult
    package func checkPublishing(in ids: [String], by publisher: PublisherID) async throws -> SuperApp? {
        try await store.read { [named] in try $0.checkPublishing(in: ids, by: publisher, named: named) }
    }

    /// Checks, within a transaction, that a version may be published in these super apps.
    package func checkPublishing(in ids: [String], by publisher: PublisherID, _ view: Snapshot) throws -> SuperApp? {
        try view.checkPublishing(in: ids, by: publisher, named: named)
    }

    /// Returns the super app if an organization owns it; `nil` if it has no owner and the operator has named it.
    ///
    /// - Throws: ``CenterError/unknownSuperApps(_:known:)``.
    package func owner(of id: MiniAppID) async throws -> SuperApp? {
        try await store.read { [named] view in
            if let superApp = try view.superApp(id.rawValue) { return superApp }
            guard named.contains(id.rawValue) else {
                throw CenterError.unknownSuperApps([id.rawValue], known: try view.servedSuperApps(named: named))
            }
            return nil
        }
    }
}

extension Snapshot {
    fileprivate func checkPublishing(
        in ids: [String], by publisher: PublisherID, named: Set<String>
    ) throws -> SuperApp? {
        let owned = try ids.map { try superApp($0) }
        let unknown = zip(ids, owned).filter { $1 == nil && !named.contains($0) }.map(\.0)
        guard unknown.isEmpty else {
            throw CenterError.unknownSuperApps(unknown, known: try servedSuperApps(named: named))
        }
        let publishing = try organization(publishing: publisher)?.id
        for superApp in owned.compactMap({ $0 }) {
            switch try self.publishing(in: superApp, by: publishing) {
            case .permitted: continue
            case .disabled: throw CenterError.disabledSuperApp(superApp.id.rawValue)
            case .notGranted: throw CenterError.notGranted(superApp.id.rawValue, publisher)
            }
        }
        guard let superApp = owned.compactMap({ $0 }).first else { return nil }
        guard ids.count == 1 else { throw CenterError.manySuperApps(ids) }
        return superApp
    }

    /// Whether an organization publishes in a super app now.
    package func publishing(in superApp: SuperApp, by organization: String?) throws -> PublishingPermission {
        let isOpen = try organization.map { try self.organization($0)?.isClosed == false } ?? false
        let organization = isOpen ? organization : nil
        return PublishingPermission(
            of: organization, in: superApp,
            ownerIsClosed: try self.organization(superApp.organization)?.isClosed ?? true,
            isGranted: try organization.map { try grant(of: superApp.id, to: $0)?.state == .given } ?? false)
    }

    /// The ids of the super apps that the operator has named, for people to read.
    fileprivate func servedSuperApps(named: Set<String>) throws -> [String] {
        try named.filter { try superApp($0)?.isDisabled != true }.sorted()
    }
}
