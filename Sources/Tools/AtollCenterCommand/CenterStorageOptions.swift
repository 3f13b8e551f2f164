import ArgumentParser
import AtollCenter
import AtollCenterSignIn
import AtollTerminal
import Foundation
import Logging
import ObjectStorage

#if canImport(AtollCenterPostgres)
import AtollCenterPostgres
import AtollPostgres
#endif

/// The storage of a Center: a folder, or a database and a bucket that several processes share.
struct CenterStorageOptions: ParsableArguments {
    @OptionGroup
    var data: CenterDataOption

    @Option(
        help: """
            The address of a PostgreSQL database, instead of SQLite: postgres://user@host1,host2/name?sslmode=verify-full. \
            May also be in ATOLL_DATABASE, so that a password is not in the list of processes.
            """)
    var database: String?

    @Option(
        help: """
            The address of a bucket, instead of a folder: s3://bucket/prefix?endpoint=https://store.example&region=name. \
            May also be in ATOLL_OBJECTS. The credentials are in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
            """)
    var objects: String?

    private static var environment: [String: String] { ProcessInfo.processInfo.environment }

    private var databaseAddress: String? { database ?? Self.environment["ATOLL_DATABASE"] }
    private var objectsAddress: String? { objects ?? Self.environment["ATOLL_OBJECTS"] }

    /// Whether the Center is in a database and a bucket.
    var isShared: Bool { databaseAddress != nil || objectsAddress != nil }

    /// - Throws: A ``Failure`` if a folder is named while the environment names a database: a command must not work on
    ///   a different Center than its user thinks.
    func checkPlace() throws {
        guard let folder = data.given, database == nil, objects == nil, isShared else { return }
        throw Failure(
            """
            --data names the folder \(folder), and ATOLL_DATABASE or ATOLL_OBJECTS a Center in a database and a bucket. Leave \
            out --data, or unset the variables.
            """)
    }

    /// The bucket.
    func bucket() throws -> any ObjectStore {
        guard let objectsAddress else { throw Failure("Name the bucket with --objects or ATOLL_OBJECTS.") }
        return S3ObjectStore(
            try S3Location(objectsAddress), credentials: try S3Credentials(environment: Self.environment))
    }

    /// The bucket and the prefix, as the address names them, without anything else.
    var place: String { String(objectsAddress?.split(separator: "?").first ?? "") }

    /// The stores, or nil for those in the folder.
    func sharedStores() async throws -> CenterStores? {
        try checkPlace()
        guard isShared else { return nil }
        #if canImport(AtollCenterPostgres)
        return try await .postgres(postgres(), objects: bucket())
        #else
        throw Failure("This build of atoll has no PostgreSQL.")
        #endif
    }

    #if canImport(AtollCenterPostgres)
    /// The database.
    func postgres() throws -> PostgresConfiguration {
        guard let databaseAddress else { throw Failure("Name the database with --database or ATOLL_DATABASE.") }
        return try PostgresConfiguration(databaseAddress)
    }

    /// Calls `body` with the signed repository in the database and the bucket.
    func withRepository<Result>(_ body: (SharedRepository) async throws -> Result) async throws -> Result {
        let stores = try await CenterStores.postgres(postgres(), objects: bucket())
        guard let repository = stores.place as? SharedRepository else {
            throw Failure("Name the database with --database or ATOLL_DATABASE.")
        }
        do {
            let result = try await body(repository)
            try await stores.close()
            return result
        } catch {
            try? await stores.close()
            throw error
        }
    }
    #endif

    /// The Center, opened for a single transaction; it may be running in other processes.
    ///
    /// - Throws: ``Failure`` if the folder has no Center: a mistyped folder must not become a new one.
    func center(
        logger: Logger = Logger(label: "center") { _ in SwiftLogNoOpLogHandler() }
    ) async throws -> MiniAppCenter {
        guard let stores = try await sharedStores() else { return try data.center(logger: logger) }
        var configuration = CenterConfiguration(
            directory: data.url, signInKeys: SignInKeySource { Data() }, issuer: "", superApps: [])
        // A role that needs no keys.
        configuration.role = .web
        return try MiniAppCenter(configuration, stores: stores, logger: logger)
    }
}
