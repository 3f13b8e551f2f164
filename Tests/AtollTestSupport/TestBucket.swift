import Foundation
import ObjectStorage

/// The bucket of the tests.
package enum TestBucket {
    package static let credentials = S3Credentials(accessKey: "atoll", secretKey: "atoll-secret")

    /// A store whose keys begin with `prefix`.
    ///
    /// - Parameter port: That of a proxy in front of the store, or nil for the store itself.
    package static func store(
        prefix: String, port: Int? = nil, credentials: S3Credentials = TestBucket.credentials,
        timeout: Duration = Waiting.limit, now: @escaping @Sendable () -> Date = { Date() }
    ) throws -> S3ObjectStore {
        let port = try port ?? TestServer.objects.get().port
        let location = try S3Location("s3://atoll-tests/\(prefix)?endpoint=http://127.0.0.1:\(port)")
        return S3ObjectStore(
            location, credentials: credentials, timeout: timeout, deadline: Waiting.limit,
            pause: .milliseconds(20), now: now)
    }
}
