import AtollPackages
import Foundation

/// Codes that are sent by mail: each is good once and for a while, and lives in memory only.
///
/// Of one account the newest two are good: whoever asks twice, because the first mail was slow, can use either, and nobody can make
/// the one in somebody's hand void by asking for more.
struct MailCodes: Sendable {
    private var codes: [BlobDigest: (account: String, issued: ContinuousClock.Instant)] = [:]
    private let lifetime: Duration
    private let now: @Sendable () -> ContinuousClock.Instant

    private static let maximumPerAccount = 2
    /// The most codes of all accounts; beyond it the oldest go.
    private static let capacity = 10_000

    init(lifetime: Duration, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.lifetime = lifetime
        self.now = now
    }

    /// Makes a code of 256 random bits.
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

    /// Whose code it is, or nil if it is unknown or too old.
    func owner(of code: String) -> String? {
        // Found by its digest, whose time tells nothing about the code.
        guard let (account, issued) = codes[Self.digest(code)] else { return nil }
        return now() - issued < lifetime ? account : nil
    }

    /// Makes all codes of an account void: one of them was used.
    mutating func removeAll(of account: String) { codes = codes.filter { $0.value.account != account } }

    /// A code of 256 random bits.
    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in String(generator.next(), radix: 36) }.joined()
    }

    /// What is kept of a code.
    static func digest(_ code: String) -> BlobDigest { BlobDigest(of: Data(code.utf8)) }
}
