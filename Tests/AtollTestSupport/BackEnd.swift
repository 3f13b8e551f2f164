import AtollCenter
import AtollPackages
import AtollTrust
import Foundation
import ObjectStorage
import TUF

#if canImport(AtollCenterPostgres)
import AtollCenterPostgres
import AtollPostgres
#endif

/// The storage of a Center. Every feature of the Center is tested on each.
package enum BackEnd: String, CaseIterable, Sendable {
    /// SQLite and a folder.
    case sqlite
    #if canImport(AtollCenterPostgres)
    /// PostgreSQL and a bucket, which several Centers may share.
    case postgres
    #endif

    /// Returns the back ends for a test whose rule does not depend on the database: all in the thorough tier, one in
    /// the quick tier.
    ///
    /// Neighbouring tests pass different numbers, so that each suite covers all back ends. A test about transactions,
    /// concurrent processes or queries takes `allCases`.
    ///
    /// - Parameter number: The index of the back end in the quick tier, modulo their number.
    package static func sample(_ number: Int) -> [BackEnd] {
        TestTier.isThorough ? allCases : [allCases[number % allCases.count]]
    }

    /// The stores of a new, empty database, with the repository of these keys if there are any.
    package func stores(in directory: URL, trust: TestTrust? = nil) async throws -> CenterStores {
        try await opener(in: directory, trust: trust)()
    }

    /// Opens the same stores each time that it is called: for Centers that start again.
    package func opener(
        in directory: URL, trust: TestTrust? = nil
    ) async throws -> @Sendable () async throws -> CenterStores {
        switch self {
        case .sqlite: return { try .sqlite(in: directory) }
        #if canImport(AtollCenterPostgres)
        case .postgres:
            let storage = try await SharedStorage()
            if let trust { try await storage.takeOver(trust) }
            return { try await storage.stores() }
        #endif
        }
    }
}

extension TestCenter {
    /// Starts a Center on a new database of this kind, calls `body` with it, and stops it.
    package static func run<Result: Sendable>(
        on backEnd: BackEnd, in directory: TemporaryDirectory? = nil,
        intervals: ServiceIntervals = ServiceIntervals(),
        _ body: @Sendable @escaping (TestCenter) async throws -> Result
    ) async throws -> Result {
        let directory = try directory ?? TemporaryDirectory()
        let stores = try await backEnd.stores(in: directory.url, trust: TestTrust(in: directory.url))
        return try await run(in: directory, stores: stores, intervals: intervals, body)
    }

    /// Removes a blob behind the Center's back.
    package func damage(_ blob: SHA256Hash) async throws {
        #if canImport(AtollCenterPostgres)
        if let blobs = center.stores.blobs as? BucketBlobs { return try await blobs.damage(blob) }
        #endif
        try BlobDirectory(directory.url.appending(path: "blobs")).remove(blob)
    }

    /// The shared repository, or nil if it is in the Center's folder.
    #if canImport(AtollCenterPostgres)
    package var shared: SharedRepository? { center.stores.place as? SharedRepository }
    #endif

    /// Holds a ceremony with all keys that are offline, and has the Center accept the result.
    package func ceremony(_ change: (inout TrustCeremony) throws -> Void) async throws {
        #if canImport(AtollCenterPostgres)
        if let shared {
            var ceremony = try await ceremonyOnCopy(of: shared)
            try change(&ceremony)
            try await shared.addProposal("ceremony.json", JSONEncoder().encode(ceremony.proposal()))
            return try await center.keepUp()
        }
        #endif
        var ceremony = try trust.ceremony()
        try change(&ceremony)
        try ceremony.publish()
    }

    /// Gives the Center a file as if it were a change that was signed offline.
    package func submit(_ data: Data, as name: String) async throws {
        #if canImport(AtollCenterPostgres)
        if let shared { return try await shared.addProposal(name, data) }
        #endif
        let incoming = trust.repository.appending(path: "incoming")
        try FileManager.default.createDirectory(at: incoming, withIntermediateDirectories: true)
        try data.write(to: incoming.appending(path: name))
    }

    /// A ceremony of the review team on its own machine, with a copy of the repository.
    package func review() async throws -> TrustCeremony {
        #if canImport(AtollCenterPostgres)
        if let shared { return try await ceremonyOnCopy(of: shared) }
        #endif
        return try TrustCeremony(opening: trust.repository, signers: [trust.reviewer.signer])
    }

    #if canImport(AtollCenterPostgres)
    private func ceremonyOnCopy(of shared: SharedRepository) async throws -> TrustCeremony {
        let copy = directory.url.appending(path: "copy-\(UUID().uuidString)")
        try await shared.export(to: copy)
        return try TrustCeremony(opening: copy, signers: [trust.owner.signer, trust.reviewer.signer])
    }
    #endif

    /// Removes the repository, as if the Center never had one.
    package func removeRepository() async throws {
        #if canImport(AtollCenterPostgres)
        if let shared { return try await shared.remove() }
        #endif
        try FileManager.default.removeItem(at: trust.repository)
    }
}
