import AtollPackages
import Foundation
import PrintableText

/// How much of a mini app's files has been fetched.
public struct LoadProgress: Hashable, Sendable {
    /// The bytes of files that were received and verified.
    public let received: Int
    /// The bytes of files that were missing at the beginning.
    public let expected: Int
}
