import AtollCenterDomain
import AtollPackages
import AtollTrust
import Foundation
import PrintableText
import SignedJSON
import TUF

extension ReleaseRepository {
    /// A publisher's file as the review team signed it, or nil if the publisher was not approved.
    func publisher(_ id: PublisherID) async throws -> PublisherFile? {
        try await target(PublisherFile.path(of: id), under: TrustRoles.publishers).map {
            try PublisherFile(parsing: $0)
        }
    }

    /// The descriptor that announces a mini app's releases to devices, or `nil` if it does not exist.
    func descriptor(of app: MiniAppID) async throws -> ReleaseDescriptor? {
        try await target(ReleaseDescriptor.path(of: app), under: TrustRoles.releases).map {
            try ReleaseDescriptor(parsing: $0)
        }
    }

    /// A super app's home configuration, or nil if it has none.
    func homeConfiguration(of superApp: String) async throws -> Data? {
        try await target(HomeConfigurationFile.path(of: superApp), under: TrustRoles.releases)
    }

    private func target(_ path: String, under role: String) async throws -> Data? {
        try await read { repository in
            try repository.bin(of: path, under: role).flatMap { try repository.target(path, in: $0) }
        }
    }

    /// The descriptors in these files of some mini apps; none for those that have none.
    func descriptors(of ids: [MiniAppID], in files: any RepositoryFiles) async throws -> [MiniAppID: ReleaseDescriptor]
    {
        let repository = try await open(files).repository
        let paths = ids.map { ($0, ReleaseDescriptor.path(of: $0)) }
        try await files.prepare(Self.bins(of: paths.map(\.1), in: repository))
        try await files.prepare(
            paths.compactMap { _, path in
                repository.bin(of: path, under: TrustRoles.releases)
                    .flatMap { try? repository.targetPath(path, in: $0) }
            })
        return try await files.reading {
            var found: [MiniAppID: ReleaseDescriptor] = [:]
            for (id, path) in paths {
                guard let bin = repository.bin(of: path, under: TrustRoles.releases),
                    let data = try repository.target(path, in: bin)
                else { continue }
                found[id] = try ReleaseDescriptor(parsing: data)
            }
            return found
        }
    }

    private static func bins(of paths: [String], in repository: TUFRepository) -> [String] {
        Set(paths.compactMap { repository.bin(of: $0, under: TrustRoles.releases) })
            .compactMap { repository.path(of: $0) }
    }

    /// Publishes descriptors together: their bins, one snapshot and one timestamp.
    ///
    /// - Throws: ``CenterError``; devices then still see the previous state.
    func publish(_ descriptors: [ReleaseDescriptor]) async throws {
        let targets = try targets(of: descriptors)
        try await reporting { try await place.change { try await self.put(targets, in: $0) } }
    }

    /// Publishes descriptors and other targets in these files, whose turn the caller has.
    func publish(
        _ descriptors: [ReleaseDescriptor], _ others: [(path: String, data: Data)], in files: any RepositoryFiles
    ) async throws {
        let targets = try targets(of: descriptors) + others
        try await reporting { try await put(targets, in: files) }
    }

    private func targets(of descriptors: [ReleaseDescriptor]) throws -> [(path: String, data: Data)] {
        try descriptors.map { descriptor in
            let data = descriptor.encoded()
            do {
                // A descriptor that devices would refuse must not be published.
                _ = try ReleaseDescriptor(parsing: data)
            } catch {
                logger.error("Releases could not be published.", metadata: ["error": "\(error)"])
                throw CenterError.repository(ErrorText.sentence(of: error))
            }
            return (ReleaseDescriptor.path(of: descriptor.app), data)
        }
    }

    private func put(_ targets: [(path: String, data: Data)], in files: any RepositoryFiles) async throws {
        try await change(files, preparing: { Self.bins(of: targets.map(\.path), in: $0) }) { repository in
            for (path, data) in targets {
                guard let bin = repository.bin(of: path, under: TrustRoles.releases) else {
                    throw TUFError.unlisted(role: TrustRoles.releases)
                }
                try repository.addTarget(path, data, to: bin)
            }
        }
    }

    /// Does work, and turns the errors of the repository into one for the caller; another process's change is left to
    /// the place, which does the work again.
    private func reporting(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch let error as CenterError {
            throw error
        } catch TUFError.changedElsewhere(let version) {
            throw TUFError.changedElsewhere(version: version)
        } catch let error as TUFError {
            logger.error("The repository could not be published.", metadata: ["error": "\(error)"])
            throw CenterError.repository(ErrorText.sentence(of: error))
        }
    }
}
