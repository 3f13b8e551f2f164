import SignedJSON

extension TUFClient {
    /// All targets whose paths begin with `prefix`, of every role with the authority to list them: for those who
    /// maintain a repository, rather than for devices, which request one target.
    ///
    /// - Parameter progress: Called with the number of roles read, and the total.
    /// - Throws: ``TUFError``.
    /// - Complexity: Downloads the metadata of every role.
    public func targets(
        startingWith prefix: String, progress: @Sendable (_ read: Int, _ of: Int) -> Void = { _, _ in }
    ) async throws(TUFError) -> [TargetFile] {
        if !isRefreshed { try await refresh() }
        var waiting = [(name: TargetsMetadata.name, keys: try root.keys(of: "targets"))]
        var visited: Set<ExactString> = []
        var paths: Set<ExactString> = []
        while let (name, keys) = waiting.popLast() {
            guard visited.insert(.init(name)).inserted else { continue }
            let metadata = try await load(name, signedBy: keys)
            progress(visited.count, snapshot?.files.count ?? visited.count)
            for path in metadata.targets.keys where path.text.hasPrefix(prefix) { paths.insert(path) }
            guard let delegations = metadata.delegations else { continue }
            waiting += delegations.roles.map { ($0.name, $0.keys) }
            if let bins = delegations.bins { waiting += bins.names.map { ($0, bins.keys) } }
        }
        var targets: [TargetFile] = []
        // No client finds a target that its role has no authority to list.
        for path in paths.sorted() {
            if let target = try await target(path.text) { targets.append(target) }
        }
        return targets
    }
}
