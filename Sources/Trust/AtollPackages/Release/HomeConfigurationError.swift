import Foundation
import SignedJSON

/// An error in a home screen configuration.
public struct HomeConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The invalid member, or an empty string if the error concerns the whole configuration.
    public let part: String
    /// The fault, as the predicate of a sentence about ``part``.
    public let reason: String

    public var description: String { part.isEmpty ? reason : "\(part) \(reason)" }
}
