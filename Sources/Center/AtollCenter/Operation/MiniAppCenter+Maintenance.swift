import AtollCenterDomain
import AtollPackages
import DurableFiles

extension MiniAppCenter {
    /// Removes the blobs that no version names: the leftovers of interrupted uploads.
    ///
    /// In a folder, don't call this while ``run()`` serves in this process: an upload in progress would lose its blobs.
    /// In a bucket, other processes may upload meanwhile: only blobs that were unused for a day are removed.
    ///
    /// - Returns: The number of blobs removed.
    /// - Throws: ``CenterConfigurationError/inUse(_:)`` while a Center runs in another process with the same folder.
    /// - Complexity: In a folder, reads every file list.
    public func collectBlobs() async throws -> Int {
        let lock = try lock()
        defer { withExtendedLifetime(lock) {} }
        return try await blobs.collect {
            var needed = try await people.store.read { try $0.pictures() }
            for listing in try await store.allVersions() {
                needed.insert(listing.files.sha256)
                guard let encoded = try await blobs.read(listing.files.sha256) else { continue }
                needed.formUnion(try FileList(decoding: encoded).files.map(\.sha256))
            }
            return needed
        }
    }

    /// Reads every blob of every version, and compares it with its digest; and the signed repository, as a device
    /// would.
    ///
    /// - Returns: What was found.
    /// - Complexity: Reads every byte of the store.
    package func inspect() async throws -> CenterInspection {
        var found = CenterInspection()
        for listing in try await store.allVersions() {
            let version = "\(listing.id) \(listing.version.code)"
            found.versions += 1
            do {
                guard let encoded = try await blobs.read(listing.files.sha256) else {
                    found.faults.append("\(version): the file list is missing.")
                    continue
                }
                for file in try FileList(decoding: encoded).files {
                    let contents = try await blobs.read(file.sha256)
                    if contents?.count != file.length { found.faults.append("\(version): \(file.path) is missing.") }
                    found.files += 1
                }
            } catch {
                found.faults.append("\(version): \(error)")
            }
        }
        let (rows, problems) = try await people.store.read { view in
            (try AuditLog.head(view.session).number, try AuditLog.problems(view.session))
        }
        found.auditRows = rows
        found.faults += problems
        do {
            found.repository = try await repository.verified()
            if try await !repository.namesKeys() { found.faults.append(ReleaseRepository.otherKeys) }
            for version in try await store.currentVersions() {
                if let fault = await pipeline.fault(of: version) { found.faults.append(fault) }
            }
        } catch CenterError.noRepository where found.versions == 0 {
            // Nothing was published, and nothing could be.
        } catch {
            found.faults.append("The repository: \(error)")
        }
        return found
    }

    /// Reads everything that was published.
    ///
    /// - Returns: The faults, one sentence each; empty if everything is intact.
    /// - Complexity: Reads every byte of the store.
    public func verify() async throws -> [String] { try await inspect().faults }

    /// Permits the next version of a mini app to have any code up to `code`, however far above the last one.
    public func allowCode(_ code: Int, of id: MiniAppID) async throws { try await store.allowCode(code, of: id) }

    /// Does immediately what the Center otherwise does every hour: accepts what was signed offline, and renews roles.
    package func keepUp() async throws { try await repository.keepUp() }

    /// Compares a shared database with its repository, after one of them was restored: what was not announced
    /// is announced by the next process that signs, and withdrawals that only the repository knows are adopted.
    package func compareWithRepository() async throws { try await pipeline.compareWithRepository() }
}
