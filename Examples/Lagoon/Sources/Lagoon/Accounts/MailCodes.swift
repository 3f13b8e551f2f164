import AtollPackages
import Foundation

/// Codes that are sent by mail. Each is valid once and for a limited time, and is held in memory only.
///
/// Issuing a code does not revoke earlier ones. An attacker can request a code for any account, which must not invalidate the one that its
/// owner received.
struct MailCodes: Sendable {
    private var codes: [SHA256Hash: (account: String, issued: ContinuousClock.Instant)] = [:]
    private let lifetime: Duration
    private let now: @Sendable () -> ContinuousClock.Instant

    /// The maximum number of valid codes of an account; beyond it, the oldest one is revoked. The web shell sends fewer mails to an account
    /// within the lifetime of a code.
    private static let maximumPerAccount = 8
    /// The limit on codes of all accounts; beyond it the oldest one is removed.
    private static let capacity = 10_000

    init(lifetime: Duration, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.lifetime = lifetime
        self.now = now
    }

    /// Issues a code of 256 random bits.
    mutating func issue(for account: String) -> String {
        let time = now()
        codes = codes.filter { time - $0.value.issued < lifetime }
        let own = codes.filter { $0.value.account == account }.sorted { $0.value.issued > $1.value.issued }
        for (digest, _) in own.dropFirst(Self.maximumPerAccount - 1) { codes[digest] = nil }
        if codes.count >= Self.capacity, let oldest = codes.min(by: { $0.value.issued < $1.value.issued }) {
            codes[oldest.key] = nil
        }
        let code = Self.random()
        codes[Self.digest(code)] = (account, time)
        return code
    }

    /// The account that the code was issued for, or nil if the code is unknown or has expired.
    func owner(of code: String) -> String? {
        // Looked up by its digest, so that timing reveals nothing about the code.
        guard let (account, issued) = codes[Self.digest(code)] else { return nil }
        return now() - issued < lifetime ? account : nil
    }

    /// Invalidates all codes of an account, because one of them was used.
    mutating func removeAll(of account: String) { codes = codes.filter { $0.value.account != account } }

    /// A code of 256 random bits.
    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in String(generator.next(), radix: 36) }.joined()
    }

    /// The digest under which a code is stored.
    static func digest(_ code: String) -> SHA256Hash { SHA256Hash(of: Data(code.utf8)) }
}
