import AtollPackages
import Foundation
import PrintableText

extension MiniAppCache {
    /// The key of an installation: a version, as itself or as a preview.
    struct InstallationKey: Hashable {
        let id: MiniAppID
        let fileList: SHA256Hash
    }

    /// An installation in progress, and the listeners for its progress.
    struct Installation {
        let task: Task<Record, any Error>
        var listeners: [@Sendable (LoadProgress) -> Void] = []
    }

    /// Installs a release, or opens it if it is installed and intact. Calls for the same release share one
    /// installation.
    ///
    /// - Parameter id: Under which it is installed: the mini app's own, or that of its preview.
    func install(
        _ release: AcceptedRelease, as id: MiniAppID? = nil, from client: CenterClient,
        progress: (@Sendable (LoadProgress) -> Void)? = nil
    ) async throws(CatalogError) -> InstalledMiniApp {
        let statement = release.statement
        let id = id ?? statement.app
        do {
            if let record = try versions(of: id).first(where: { $0.fileList == statement.files.sha256 }),
                Set(record.permissionsDenied ?? []) == Set(release.permissionsDenied), let miniApp = whole(record)
            {
                try Self.check(miniApp, as: id, against: statement)
                try Self.noteUse(of: statement, as: id, at: now(), in: records)
                return miniApp
            }
            try await evict(adding: id)
            let record = try await installation(of: release, as: id, from: client, progress).value
            let miniApp = try open(record)
            try Self.check(miniApp, as: id, against: statement)
            return miniApp
        } catch {
            throw CatalogError(caching: error)
        }
    }

    private func installation(
        of release: AcceptedRelease, as id: MiniAppID, from client: CenterClient,
        _ progress: (@Sendable (LoadProgress) -> Void)?
    ) -> Task<Record, any Error> {
        let key = InstallationKey(id: id, fileList: release.statement.files.sha256)
        if let progress { installations[key]?.listeners.append(progress) }
        if let installation = installations[key] { return installation.task }
        // Progress is reported where bytes are parsed, and passed to the listeners from here, in order.
        let (numbers, report) = AsyncStream<LoadProgress>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            let telling = Task {
                for await number in numbers {
                    for listener in installations[key]?.listeners ?? [] { listener(number) }
                }
            }
            let result: Result<Record, any Error>
            do {
                result = .success(try await fetch(release, as: id, from: client) { report.yield($0) })
            } catch {
                result = .failure(error)
            }
            report.finish()
            await telling.value
            installations[key] = nil
            return try result.get()
        }
        installations[key] = Installation(task: task, listeners: progress.map { [$0] } ?? [])
        return task
    }

    private func fetch(
        _ release: AcceptedRelease, as id: MiniAppID, from client: CenterClient,
        _ report: @escaping @Sendable (LoadProgress) -> Void
    ) async throws -> Record {
        let statement = release.statement
        let reference = statement.files
        let installed = try versions(of: id).first { $0.fileList != reference.sha256 }
        var missing = MissingFiles(of: statement, in: blobs, report: report)
        do {
            if missing.isWorthAPack {
                try await client.pack(reference, from: installed?.fileList, into: &missing)
            }
            if try missing.needsList() {
                try missing.take(reference.sha256, try await client.blob(reference.sha256, length: reference.length))
            }
            try await client.blobs(into: &missing)
        } catch {
            try await missing.store()
            throw error
        }
        let stamps = try await missing.store()
        try blobs.synchronize()

        let denied = Set(release.permissionsDenied)
        let miniApp = try InstalledMiniApp(fileList: reference.sha256, in: blobs, permissionsDenied: denied)
        forget(reference.sha256)
        try Self.check(miniApp, against: statement)
        let record = Record(
            id: id, version: statement.version, fileList: reference.sha256,
            permissionsDenied: denied.sorted(), statement: statement.canonicalBytes, created: now(),
            size: reference.bytes)
        try write(record)
        var seals = FileSeals(of: record, in: records)
        for (index, file) in miniApp.list.files.enumerated() {
            // Files that were stored before are verified at the first opening.
            if let stamp = stamps[file.sha256] { seals.note(stamp, at: index) }
        }
        seals.save(of: record, in: records)
        return record
    }

    /// The most bytes of files that an installation would fetch.
    func missingBytes(of release: AcceptedRelease) throws(CatalogError) -> Int {
        let files = release.statement.files
        if try versions(of: release.statement.app).contains(where: { $0.fileList == files.sha256 }) { return 0 }
        guard let encoded = try? blobs.read(files.sha256),
            let list = try? FileList(decoding: encoded)
        else { return files.bytes }
        let missing = Set(list.files.filter { !blobs.contains($0.sha256) })
        return missing.reduce(0) { $0 + $1.length }
    }

    /// Checks that a version is the one that its publisher signed for.
    static func check(
        _ miniApp: InstalledMiniApp, as id: MiniAppID? = nil, against statement: ReleaseStatement
    ) throws(ReleaseRefusal) {
        let manifest = miniApp.manifest
        guard miniApp.file(at: Manifest.path)?.sha256 == statement.manifest, manifest.id == id ?? statement.app,
            manifest.version == statement.version, manifest.platform.minimumCode == statement.minimumPlatform
        else { throw .otherManifest(statement.app) }
    }

    /// The bytes of a blob that does not belong to an installation, such as the icon of a tile.
    func blob(
        _ digest: SHA256Hash, length: Int, from client: CenterClient
    ) async throws(CatalogError) -> Data {
        // A blob that is damaged on disk counts as missing: it is fetched again.
        if let data = try? blobs.read(digest) { return data }
        guard (0...MiniAppListing.Icon.maximumLength).contains(length) else {
            throw .invalidResponse("it announces an icon of \(length) bytes")
        }
        let data = try await client.blob(digest, length: length)
        do {
            // Blobs that no version names are removed, and fetched again when they are needed.
            if iconBytes + data.count > maximumIconBytes, try collectBlobs() { iconBytes = 0 }
            // Nothing can be removed during an installation: the icon is then shown without being stored.
            guard iconBytes + data.count <= maximumIconBytes else { return data }
            _ = try blobs.write(data, as: digest)
            iconBytes += data.count
        } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
        return data
    }
}

extension CatalogError {
    /// The error for a failure to fetch or store files.
    init(caching error: any Error) {
        switch error {
        case let error as CatalogError: self = error
        case let refusal as PackageRefusal: self = .refused(refusal)
        case let refusal as ReleaseRefusal: self = .notAccepted(refusal)
        case BlobPackError.damaged(let digest), BlobPackError.unexpected(let digest): self = .corrupted(digest)
        case BlobPackError.noPack: self = .invalidResponse("it is not a pack of blobs")
        default: self = .storage(ErrorText.sentence(of: error))
        }
    }
}
