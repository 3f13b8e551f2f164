import AtollPackages
import SignedJSON
import TUF

extension TrustCeremony {
    /// Describes the changes of a proposal to those who sign it, one line for each; empty if it only extends the
    /// validity of roles.
    ///
    /// - Throws: ``TUFError`` if it is not a change to this copy of the repository.
    /// - Complexity: Reads every bin of publishers.
    public func changes(by proposal: [TUFSignedRole]) throws -> [String] {
        let after = try repository.following(proposal)
        return keyChanges(to: after)
            + Self.publisherChanges(from: try Self.publishers(of: repository), to: try Self.publishers(of: after))
    }

    /// Returns the highest version code of a mini app that is live in this copy of the repository, or `nil` if none is.
    public func liveCode(of app: MiniAppID) throws -> Int? {
        let path = ReleaseDescriptor.path(of: app)
        guard let bin = repository.bin(of: path, under: TrustRoles.releases),
            let data = try repository.target(path, in: bin)
        else { return nil }
        return try ReleaseDescriptor(parsing: data).releases.filter { $0.state == .live }
            .map { try ReleaseStatement(parsing: $0.statement.bytes).version.code }.max()
    }

    private func keyChanges(to after: TUFRepository) -> [String] {
        let roles = [
            ("owners", "root"), ("reviewers", "targets"), ("publishers' roles", TrustRoles.publishers),
            ("releases", TrustRoles.releases),
            ("the Center's releases", after.bins(under: TrustRoles.releases).first ?? ""),
            ("the Center's snapshot", "snapshot"), ("the Center's timestamp", "timestamp"),
        ]
        return roles.compactMap { name, role in
            let (old, new) = (repository.plan(of: role), after.plan(of: role))
            guard let new, old.map({ !$0.isSigned(like: new) }) ?? true else { return nil }
            return "\(name): \(Self.text(new))\(old.map { " (before: \(Self.text($0)))" } ?? "")"
        }
    }

    private static func text(_ plan: TUFRolePlan) -> String {
        "\(plan.threshold) of \(plan.keys.map { String($0.id.prefix(32)) }.joined(separator: ", "))"
    }

    private static func publisherChanges(
        from before: [PublisherFile], to after: [PublisherFile]
    ) -> [String] {
        let old = Dictionary(before.map { ($0.publisher, $0) }) { first, _ in first }
        let new = Dictionary(after.map { ($0.publisher, $0) }) { first, _ in first }
        return Set(old.keys).union(new.keys).sorted { $0.rawValue < $1.rawValue }.compactMap { id in
            guard old[id] != new[id] else { return nil }
            guard let file = new[id] else { return "\(id) is removed: devices no longer open its mini apps" }
            let keys = file.keys.keys.sorted().map { $0.prefix(32) }.joined(separator: ", ")
            let floors = file.floors.sorted { $0.key.rawValue < $1.key.rawValue }
                .map { ", \($0.key) from version \($0.value)" }.joined()
            let before = old[id].map {
                " (before: \($0.threshold) of \($0.keys.keys.sorted().map { $0.prefix(32) }.joined(separator: ", ")))"
            }
            let epochs = file.floorsEpochs.filter { $0.value != old[id]?.floorsEpoch(of: $0.key) ?? 0 }
                .sorted { $0.key.rawValue < $1.key.rawValue }
                .map { ", devices forget the floors of \($0.key) that they have seen" }.joined()
            let lost = (old[id]?.floors ?? [:]).keys.filter { file.floors[$0] == nil }
                .sorted { $0.rawValue < $1.rawValue }
                .map { ", the floor of \($0) is removed" }.joined()
            return
                "\(id) \(old[id] == nil ? "is approved" : "is changed"): \(file.threshold) of \(keys)\(before ?? "")\(floors)\(epochs)\(lost)"
        }
    }
}
