/// Something that is either true or not, identified by name: signed in, a role, a feature flag. Segues can depend on
/// it.
///
/// ```swift
/// extension Fact {
///     static let signedIn: Fact = "signedIn"
/// }
/// ```
public struct Fact: Hashable, Sendable, RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name, by which the fact is identified.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    public init(stringLiteral value: String) { self.init(rawValue: value) }

    public var description: String { rawValue }
}

extension Fact: Codable {}
