import Foundation

/// An error in a member of a JSON object.
public struct JSONFieldError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the member, such as `files.length`.
    public let member: String
    /// The fault, as the predicate of a sentence about ``member``, such as `must be a list`.
    public let reason: String

    /// Creates an error.
    public init(_ member: String, _ reason: String) {
        self.member = member
        self.reason = reason
    }

    public var description: String { "\"\(member)\" \(reason)." }
}
