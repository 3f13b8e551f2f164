import AtollPackages
import Foundation
import PrintableText

/// How far a mini app's files are.
public struct LoadProgress: Hashable, Sendable {
    /// The bytes of files that came and are right.
    public let received: Int
    /// The bytes that were missing at the beginning.
    public let expected: Int
}

extension MiniAppCache {
    /// An installation that is under way, and who wants to know how far it is.
    struct Installation {
        let task: Task<Record, any Error>
        var listeners: [@Sendable (LoadProgress) -> Void] = []
    }

    /// Installs a release, or opens it where it is installed and whole. Calls for the same one share one installation.
    func install(
        _ release: AcceptedRelease, from client: CenterClient,
        progress: (@Sendable (LoadProgress) -> Void)? = nil
    ) async throws(CatalogError) -> InstalledMiniApp {
        let statement = release.statement
        do {
            if let record = try versions(of: statement.app).first(where: { $0.fileList == statement.files.sha256 }),
                Set(record.permissionsDenied ?? []) == Set(release.permissionsDenied), let miniApp = whole(record)
            {
                try Self.check(miniApp, against: statement)
                try Self.noteUse(of: statement, at: now(), in: records)
                return miniApp
            }
            try await evict(adding: statement.app)
            let record = try await installation(of: release, from: client, progress).value
            let miniApp = try open(record)
            try Self.check(miniApp, against: statement)
            return miniApp
        } catch {
            throw CatalogError(caching: error)
        }
    }

    private func installation(
        of release: AcceptedRelease, from client: CenterClient, _ progress: (@Sendable (LoadProgress) -> Void)?
    ) -> Task<Record, any Error> {
        let key = release.statement.files.sha256
        if let progress { installations[key]?.listeners.append(progress) }
        if let installation = installations[key] { return installation.task }
        // Numbers come from where bytes are taken apart, and are told from here, in their order.
        let (numbers, report) = AsyncStream<LoadProgress>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let task = Task {
            let telling = Task {
                for await number in numbers {
                    for listener in installations[key]?.listeners ?? [] { listener(number) }
                }
            }
            let result: Result<Record, any Error>
            do {
                result = .success(try await fetch(release, from: client) { report.yield($0) })
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
        _ release: AcceptedRelease, from client: CenterClient, _ report: @escaping @Sendable (LoadProgress) -> Void
    ) async throws -> Record {
        let statement = release.statement
        let reference = statement.files
        let installed = try versions(of: statement.app).first { $0.fileList != reference.sha256 }
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
            id: statement.app, version: statement.version, fileList: reference.sha256,
            permissionsDenied: denied.sorted(), statement: statement.canonicalBytes, created: now(),
            size: reference.bytes)
        try write(record)
        var seals = FileSeals(of: record, in: records)
        for (index, file) in miniApp.list.files.enumerated() {
            // What was there before is compared at the first opening.
            if let stamp = stamps[file.sha256] { seals.note(stamp, at: index) }
        }
        seals.save(of: record, in: records)
        return record
    }

    /// How many bytes of files an installation would fetch, at most.
    func missingBytes(of release: AcceptedRelease) throws(CatalogError) -> Int {
        let files = release.statement.files
        if try versions(of: release.statement.app).contains(where: { $0.fileList == files.sha256 }) { return 0 }
        guard let encoded = try? blobs.read(files.sha256),
            let list = try? FileList(decoding: encoded)
        else { return files.bytes }
        let missing = Set(list.files.filter { !blobs.contains($0.sha256) })
        return missing.reduce(0) { $0 + $1.length }
    }

    /// Makes sure that a version is the one that its publisher signed for.
    static func check(
        _ miniApp: InstalledMiniApp, against statement: ReleaseStatement
    ) throws(ReleaseRefusal) {
        let manifest = miniApp.manifest
        guard miniApp.file(at: Manifest.path)?.sha256 == statement.manifest, manifest.id == statement.app,
            manifest.version == statement.version, manifest.platform.minimumCode == statement.minimumPlatform
        else { throw .otherManifest(statement.app) }
    }

    /// The bytes of a blob that belongs to no installation, such as the icon of a tile.
    func blob(
        _ digest: BlobDigest, length: Int, from client: CenterClient
    ) async throws(CatalogError) -> Data {
        // A blob that is damaged on disk is as good as missing: it is fetched again.
        if let data = try? blobs.read(digest) { return data }
        guard (0...MiniAppListing.Icon.maximumLength).contains(length) else {
            throw .invalidResponse("an icon of \(length) bytes is announced")
        }
        let data = try await client.blob(digest, length: length)
        do {
            // What no version names goes, and is fetched again when somebody looks at it.
            if iconBytes + data.count > maximumIconBytes, try collectBlobs() { iconBytes = 0 }
            // While something is installed nothing can go; then a picture is shown, and not kept.
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
    /// What went wrong while files were fetched and kept.
    init(caching error: any Error) {
        switch error {
        case let error as CatalogError: self = error
        case let refusal as PackageRefusal: self = .refused(refusal)
        case let refusal as ReleaseRefusal: self = .notAccepted(refusal)
        case BlobPackError.damaged(let digest), BlobPackError.unexpected(let digest): self = .corrupted(digest)
        case BlobPackError.noPack: self = .invalidResponse("the answer is not a pack of blobs")
        default: self = .storage(ErrorText.sentence(of: error))
        }
    }
}
