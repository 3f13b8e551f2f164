import AtollTestSupport
import Foundation

@testable import ObjectStorage

/// The bucket of the tests.
enum TestBucket {
    static let credentials = S3Credentials(accessKey: "atoll", secretKey: "atoll-secret")

    /// A store whose keys begin with `prefix`.
    ///
    /// - Parameter port: That of a proxy in front of the store, or nil for the store itself.
    static func store(
        prefix: String, port: Int? = nil, credentials: S3Credentials = TestBucket.credentials,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws -> S3ObjectStore {
        let port = try port ?? TestServer.objects.get().port
        let location = try S3Location("s3://atoll-tests/\(prefix)?endpoint=http://127.0.0.1:\(port)")
        return S3ObjectStore(
            location, credentials: credentials, timeout: .seconds(2), deadline: .seconds(20),
            pause: .milliseconds(20), now: now)
    }
}

/// Collects the parts of an object.
///
/// `@unchecked Sendable`: `data` is only used with the lock, which the compiler can't verify.
final class Collector: @unchecked Sendable {
    private let lock = NSLock()
    private var parts = Data()

    func add(_ part: Data) { lock.withLock { parts.append(part) } }

    var data: Data { lock.withLock { parts } }
}
