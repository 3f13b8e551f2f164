import AtollPackages
import Foundation

/// The codes with which people who forgot their password choose another one: each is good once, for half an hour, and
/// lives in memory only.
struct ResetCodes: Sendable {
    private var codes: [BlobDigest: (account: String, issued: ContinuousClock.Instant)] = [:]
    private let now: @Sendable () -> ContinuousClock.Instant

    static let lifetime = Duration.seconds(1_800)

    init(now: @escaping @Sendable () -> ContinuousClock.Instant) { self.now = now }

    /// Makes a code; one that the account had before is void.
    mutating func issue(for account: String) -> String {
        codes = codes.filter { $0.value.account != account && now() - $0.value.issued < Self.lifetime }
        var generator = SystemRandomNumberGenerator()
        let code = (0..<4).map { _ in String(generator.next(), radix: 36) }.joined()
        codes[Self.digest(code)] = (account, now())
        return code
    }

    /// Whose code it is, which from now on is used up; nil where it is none, or an old one.
    mutating func redeem(_ code: String) -> String? {
        // Found by its digest, whose time tells nothing about the code.
        guard let (account, issued) = codes.removeValue(forKey: Self.digest(code)) else { return nil }
        return now() - issued < Self.lifetime ? account : nil
    }

    private static func digest(_ code: String) -> BlobDigest { BlobDigest(of: Data(code.utf8)) }
}
