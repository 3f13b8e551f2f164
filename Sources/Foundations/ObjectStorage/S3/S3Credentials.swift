/// An access key of an S3-compatible store.
package struct S3Credentials: Sendable {
    let accessKey: String
    let secretKey: String
    let sessionToken: String?

    package init(accessKey: String, secretKey: String, sessionToken: String? = nil) {
        self.accessKey = accessKey
        self.secretKey = secretKey
        self.sessionToken = sessionToken
    }

    /// The credentials of the environment, under AWS's names.
    ///
    /// - Throws: ``ObjectError/noCredentials``.
    package init(environment: [String: String]) throws(ObjectError) {
        guard let accessKey = environment["AWS_ACCESS_KEY_ID"], !accessKey.isEmpty,
            let secretKey = environment["AWS_SECRET_ACCESS_KEY"], !secretKey.isEmpty
        else { throw .noCredentials }
        self.init(
            accessKey: accessKey, secretKey: secretKey,
            sessionToken: environment["AWS_SESSION_TOKEN"].flatMap { $0.isEmpty ? nil : $0 })
    }
}
