import AtollCenterAPI
import AtollCenterAnswers
import AtollCenterDomain
import AtollPackages
import AtollReview
import Hummingbird

/// The files of versions, and what a version changes against another.
struct FileRoutes {
    let store: PeopleStore
    let files: VersionFiles
    /// Taking long files apart takes the processor: one at a time, behind everything that devices ask for, and by turns
    /// of those who ask.
    private var turns: AsyncTurns { files.turns }

    init(store: PeopleStore, files: VersionFiles) { (self.store, self.files) = (store, files) }

    private static let path = "v1/miniapps/:id/versions/:code"
    private static let pathParameter = RouteDocument.Parameter(
        name: "path", schema: .text(1...255), summary: "The path of a file in the package.",
        isRequired: true)
    private static let baseParameter = RouteDocument.Parameter(
        name: "base", schema: .text(1...20, pattern: "^[0-9]+$"),
        summary: "The version to compare with, by code; 0 for nothing. By default the last one that people approved.")

    private static let places = 0...1_000_000
    private static let fromParameter = RouteDocument.Parameter(
        name: "from", schema: .integer(places),
        summary: "Where to begin: the number of a line of the file, from 1, or of a row of the difference, from 0.")

    var routes: [APIRoute] {
        [
            APIRoute(
                .get, "\(Self.path)/file", .action(.readVersions), "review", "A file of a version, as lines of text",
                query: [Self.pathParameter, Self.fromParameter], problems: [.notFound, .conflict]
            ) { request in
                let (_, list) = try await version(request)
                let from = try request.number("from", in: Self.places) ?? 1
                // The file is read only when it is this request's turn, to save memory.
                return try await turns.run(for: try request.who().responsible) {
                    let file = try await file(request, in: list)
                    let digest = list.digest(ofFileAt: file.path)
                    return await BackgroundThread.run { FileView(file, digest: digest, from: from) }
                }
            },
            APIRoute(
                .get, "\(Self.path)/file/contents", .action(.readVersions), "review",
                "The bytes of a file of a version, in base64", query: [Self.pathParameter],
                problems: [.notFound, .conflict]
            ) { request in
                let (_, list) = try await version(request)
                return try await files.contentTurns.run(for: try request.who().responsible) {
                    let file = try await file(request, in: list)
                    return FileContentsView(path: file.path, contents: file.contents)
                }
            },
            APIRoute(
                .get, "\(Self.path)/diff", .action(.readVersions), "review",
                "What a version changes against an earlier one: for users, and which files",
                query: [Self.baseParameter], problems: [.notFound, .conflict]
            ) { request in
                let (version, _) = try await version(request)
                // Texts of both versions are read, which can be long.
                return try await turns.run(for: try request.who().responsible) {
                    let base = try await base(request, of: version)
                    guard let after = try await files.reviewed(version.listing.files) else { throw Self.noFiles }
                    let rejected = try await rejected(before: version, after: base?.code ?? 0)
                    return await BackgroundThread.run {
                        DifferenceView(
                            PackageDifference(from: base?.version, to: after), base: base?.code,
                            baseName: base?.version.manifest.version.name, rejected: rejected)
                    }
                }
            },
            APIRoute(
                .get, "\(Self.path)/diff/file", .action(.readVersions), "review",
                "How a file of a version differs from that of an earlier one, line by line",
                query: [Self.pathParameter, Self.baseParameter, Self.fromParameter], problems: [.notFound, .conflict]
            ) { request in
                let (version, list) = try await version(request)
                let base = try await baseFiles(request, of: version)
                guard let path = try request.query("path", upTo: PackageLimits().pathBytes) else {
                    throw Problem.part("path", "is missing")
                }
                let from = try request.number("from", in: Self.places) ?? 0
                return try await turns.run(for: try request.who().responsible) {
                    let before = try await base.asyncMap { try await files.file(path, in: $0.files) } ?? nil
                    let after = try await files.file(path, in: list)
                    guard before != nil || after != nil else { throw ActionError.unknown("file") }
                    return await BackgroundThread.run {
                        FileDifferenceView(path: path, before: before, after: after, rowsFrom: from)
                    }
                }
            },
            APIRoute(
                .put, "\(Self.path)/viewed", .action(.readVersions), "review",
                "Remember that one has looked at a file, or has not", problems: [.notFound, .conflict]
            ) { (request, body: ViewedBody) in
                let caller = try request.who()
                guard let account = caller.account else {
                    throw Problem(.forbidden, "This needs a person: sign in with atoll login.", rule: "person")
                }
                let (version, list) = try await version(request)
                guard let digest = list.digest(ofFileAt: body.path) else { throw ActionError.unknown("file") }
                try await store.change(by: caller.actor) { change in
                    try change.setViewed(body.path, body.isViewed ? digest : nil, of: version, by: account)
                }
            },
            APIRoute(
                .get, "\(Self.path)/viewed", .action(.readVersions), "review",
                "The files that one has looked at as they are in this version", problems: [.notFound, .conflict]
            ) { request in
                let (version, list) = try await version(request)
                let account = try request.who().responsible
                let viewed = try await store.read { try $0.viewedFiles(of: version.id, by: account) }
                return ViewedView(paths: list.files.filter { viewed[$0.path] == $0.sha256 }.map(\.path))
            },
        ]
    }

    private static let noFiles = ActionError.conflict(
        rule: "no-files", "The files of the version are no longer stored.")

    /// A version that the sender may read, with its files.
    private func version(_ request: APIRequest) async throws -> (VersionRecord, FileList) {
        let (caller, reference) = (try request.who(), try VersionChanges.Reference(request))
        let version = try await store.read {
            try $0.version(reference.code, of: reference.id, for: .readVersions, by: caller)
        }
        guard version.hasFiles, let list = try await files.list(version.listing.files) else { throw Self.noFiles }
        return (version, list)
    }

    private func file(_ request: APIRequest, in list: FileList) async throws -> PackageFile {
        guard let path = try request.query("path", upTo: PackageLimits().pathBytes) else {
            throw Problem.part("path", "is missing")
        }
        guard let file = try await files.file(path, in: list) else { throw ActionError.unknown("file") }
        return file
    }

    /// The version to compare with: the one that the request names, or the last one that people have approved.
    private func base(
        _ request: APIRequest, of version: VersionRecord
    ) async throws -> (code: Int, version: ReviewedVersion)? {
        try await base(request, of: version, files.reviewed)
    }

    /// The file list of the base version, without reading its texts.
    private func baseFiles(
        _ request: APIRequest, of version: VersionRecord
    ) async throws -> (code: Int, files: FileList)? {
        try await base(request, of: version, files.list).map { ($0.code, $0.version) }
    }

    /// Returns the last version between two that was rejected, if its files are stored.
    private func rejected(
        before version: VersionRecord, after code: Int
    ) async throws -> DifferenceView.Rejected? {
        let found = try await store.read { try $0.rejectedVersion(of: version.id, after: code, before: version.code) }
        guard let found, try await files.list(found.files) != nil else { return nil }
        return DifferenceView.Rejected(code: found.code, name: found.name)
    }

    private func base<Contents>(
        _ request: APIRequest, of version: VersionRecord, _ read: (FileListReference) async throws -> Contents?
    ) async throws -> (code: Int, version: Contents)? {
        guard let found = try await baseReference(request, of: version) else { return nil }
        if let contents = try await read(found.files) { return (found.code, contents) }
        // An explicit base must exist. The default base may have been removed.
        if found.isRequested { throw Self.noFiles }
        return nil
    }

    private func baseReference(
        _ request: APIRequest, of version: VersionRecord
    ) async throws -> (code: Int, files: FileListReference, isRequested: Bool)? {
        let asked = try request.query("base").map { text in
            guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                throw Problem.part("base", "must be the code of a version")
            }
            // No version has a higher one.
            guard let code = Int(text), code <= Int(Int32.max) else { throw ActionError.unknown("version") }
            return code
        }
        let found = try await store.read { view -> (code: Int, files: FileListReference)? in
            guard let asked else { return try view.approvedVersion(of: version.id, before: version.code) }
            guard asked > 0 else { return nil }
            guard let other = try view.version(asked, of: version.id) else { throw ActionError.unknown("version") }
            return (asked, try other.listing.files)
        }
        return found.map { ($0.code, $0.files, asked != nil) }
    }
}

extension Optional {
    /// `map` with a closure that waits.
    fileprivate func asyncMap<Result>(_ transform: (Wrapped) async throws -> Result) async rethrows -> Result? {
        guard let self else { return nil }
        return try await transform(self)
    }
}
