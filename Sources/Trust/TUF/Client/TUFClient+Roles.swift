import Foundation

extension TUFClient {
    /// Follows new roots one by one, each signed by the keys of the one before and by its own.
    ///
    /// Source: TUF specification, section 5.3.
    func refreshRoot() async throws(TUFError) {
        let first = root
        for _ in 0..<limits.rootRotations {
            let data: Data
            do throws(TUFError) {
                data = try await get(RootMetadata.name, version: root.version + 1, limit: limits.root)
            } catch {
                guard case .transport(_, .notFound) = error else { throw error }
                break
            }
            let next = try RootMetadata(parsing: data)
            try next.metadata.verify(root.keys(of: "root"))
            try next.metadata.verify(next.keys(of: "root"))
            guard next.version == root.version + 1 else {
                throw .wrongVersion(role: RootMetadata.name, expected: root.version + 1, found: next.version)
            }
            try files.write(data, RootMetadata.name)
            root = next
        }
        try checkExpiry(root.metadata)
        // An attacker with the old keys may have raised versions to the maximum; with new keys they restart.
        for role in [TimestampMetadata.name, SnapshotMetadata.name] {
            guard try root.keys(of: .init(role)).hasSameKeys(as: first.keys(of: .init(role))) else {
                try files.remove(TimestampMetadata.name)
                try files.remove(SnapshotMetadata.name)
                break
            }
        }
    }

    /// The bytes of the repository's timestamp, not yet verified.
    func newestTimestamp() async -> Result<Data, TUFError> {
        do throws(TUFError) {
            return .success(try await get(TimestampMetadata.name, version: nil, limit: limits.timestamp))
        } catch {
            return .failure(error)
        }
    }

    /// Verifies a new timestamp and makes it the trusted one.
    ///
    /// Source: TUF specification, section 5.4.
    func refreshTimestamp(_ data: Data) throws(TUFError) {
        let keys = try root.keys(of: "timestamp")
        if let data = files.read(TimestampMetadata.name), let kept = try? TimestampMetadata(parsing: data),
            (try? kept.metadata.verify(keys)) != nil
        {
            timestamp = kept
        }
        let new = try TimestampMetadata(parsing: data)
        try new.metadata.verify(keys)
        if let old = timestamp {
            let (from, to) = (old.metadata.signed.version, new.metadata.signed.version)
            guard to >= from else { throw .rollback(role: TimestampMetadata.name, from: from, to: to) }
            guard new.snapshot.version >= old.snapshot.version else {
                throw .rollback(role: SnapshotMetadata.name, from: old.snapshot.version, to: new.snapshot.version)
            }
            // The same version has no news.
            if to == from { return try checkExpiry(old.metadata) }
        }
        try checkExpiry(new.metadata)
        try files.write(data, TimestampMetadata.name)
        timestamp = new
    }

    /// Loads the snapshot that the timestamp announces, and makes it the trusted one.
    ///
    /// Source: TUF specification, section 5.5.
    func refreshSnapshot() async throws(TUFError) {
        guard let announced = timestamp?.snapshot else { throw .unlisted(role: SnapshotMetadata.name) }
        let keys = try root.keys(of: "snapshot")
        var kept: SnapshotMetadata?
        if let data = files.read(SnapshotMetadata.name), let metadata = try? SnapshotMetadata(parsing: data),
            (try? metadata.metadata.verify(keys)) != nil
        {
            kept = metadata
            // A snapshot that is already here is not downloaded again.
            if metadata.metadata.signed.version == announced.version, (try? checkExpiry(metadata.metadata)) != nil,
                (try? announced.verify(data, SnapshotMetadata.name)) != nil
            {
                snapshot = metadata
                return
            }
        }
        let version = root.hasConsistentSnapshots ? announced.version : nil
        let data = try await get(
            SnapshotMetadata.name, version: version, limit: min(announced.length ?? .max, limits.snapshot))
        try announced.verify(data, SnapshotMetadata.name)
        let new = try SnapshotMetadata(parsing: data)
        try new.metadata.verify(keys)
        guard new.metadata.signed.version == announced.version else {
            throw .wrongVersion(
                role: SnapshotMetadata.name, expected: announced.version, found: new.metadata.signed.version)
        }
        for (name, old) in kept?.files ?? [:] {
            guard let file = new.files[name] else { throw .unlisted(role: name.text) }
            guard file.version >= old.version else {
                throw .rollback(role: name.text, from: old.version, to: file.version)
            }
        }
        try checkExpiry(new.metadata)
        try files.write(data, SnapshotMetadata.name)
        snapshot = new
    }

    /// The metadata of a role of targets, verified with the keys that its delegator lists for it.
    ///
    /// Source: TUF specification, section 5.6.
    func load(_ role: String, signedBy keys: RoleKeys) async throws(TUFError) -> TargetsMetadata {
        guard let announced = snapshot?.files[.init(role + ".json")] else { throw .unlisted(role: role) }
        if let known = targets[.init(role)] {
            // Another delegator may list other keys for it.
            if known.keys != keys { try known.metadata.metadata.verify(keys) }
            return known.metadata
        }
        if let data = files.read(role), let metadata = try? verified(data, role, announced, keys) {
            targets[.init(role)] = (data, metadata, keys)
            return metadata
        }
        let version = root.hasConsistentSnapshots ? announced.version : nil
        let data = try await get(role, version: version, limit: min(announced.length ?? .max, limits.targets))
        let metadata = try verified(data, role, announced, keys)
        try files.write(data, role)
        targets[.init(role)] = (data, metadata, keys)
        return metadata
    }

    private func verified(
        _ data: Data, _ role: String, _ announced: AnnouncedFile, _ keys: RoleKeys
    ) throws(TUFError) -> TargetsMetadata {
        try announced.verify(data, role)
        let metadata = try TargetsMetadata(parsing: data, as: role)
        try metadata.metadata.verify(keys)
        guard metadata.metadata.signed.version == announced.version else {
            throw .wrongVersion(role: role, expected: announced.version, found: metadata.metadata.signed.version)
        }
        try checkExpiry(metadata.metadata)
        return metadata
    }
}
