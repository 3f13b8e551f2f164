/// A person's account at the Center.
package struct Account: Hashable, Sendable {
    package let id: String
    /// In lowercase; see ``folded(_:)``.
    package let email: String
    package let name: String
    package let hasPassword: Bool
    package let hasSecondFactor: Bool
    package let isSuspended: Bool
    package let created: Int

    /// The form of an address that identifies an account: two addresses that differ only in case are one.
    ///
    /// Only letters of ASCII are folded: others have lowercase forms that look like them, such as the Kelvin sign.
    package static func folded(_ email: String) -> String {
        String(decoding: email.utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// - Throws: ``ActionError/invalid(_:_:)`` unless the text looks like an address of ASCII characters: something
    ///   before an @, a domain after it, 254 bytes at most (RFC 5321, 4.5.3.1.3).
    package static func checkEmail(_ email: String) throws(ActionError) {
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        let labels = parts.last?.split(separator: ".", omittingEmptySubsequences: false) ?? []
        let isVisible = email.utf8.allSatisfy { (0x21...0x7e).contains($0) && !"\"(),:;<>[\\]".utf8.contains($0) }
        func isOfDomain(_ byte: UInt8) -> Bool {
            (0x61...0x7a).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x2d
        }
        guard email.utf8.count <= 254, parts.count == 2, (1...64).contains(parts[0].utf8.count), labels.count >= 2,
            labels.allSatisfy({ (1...63).contains($0.utf8.count) && $0.utf8.allSatisfy(isOfDomain) }), isVisible
        else { throw .invalid("email", "must be an e-mail address such as ada@example.com") }
    }
}
