import SignedJSON

extension TUFClient {
    /// All targets whose paths begin so, of every role that may speak of them: for who looks after a repository, rather than
    /// for a device, which asks for one target.
    ///
    /// - Parameter progress: Told how many roles were read, and of how many.
    /// - Throws: ``TUFError``.
    /// - Complexity: Gets the metadata of every role.
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
        // What a role says of a target that is not its to speak of, no client would find.
        for path in paths.sorted() {
            if let target = try await target(path.text) { targets.append(target) }
        }
        return targets
    }
}
