import struct Foundation.UUID

/// An id type with a value that stands for every id in a rule: `Pass(.list => .product(.any))`.
///
/// A rule applies to the whole family, regardless of the id in it. For a type of your own, choose any value that no
/// real id has: links with it are refused.
///
/// ```swift
/// extension Account.ID: FragmentID {
///     static var any: Account.ID { Account.ID("") }
/// }
/// ```
public protocol FragmentID: Hashable, Sendable {
    /// The value to write in rules. No real id may be equal to it.
    static var any: Self { get }
}

extension FragmentID {
    var isAny: Bool { self == .any }
}

extension Fragment {
    /// Whether the fragment denotes a whole family, as written in rules: its id is ``FragmentID/any``.
    package var isAny: Bool { firstInside { ($0 as? any FragmentID)?.isAny } ?? false }
}

extension Int: FragmentID {
    /// The smallest integer, which no id should be.
    public static var any: Int { .min }
}

extension String: FragmentID {
    /// A private-use character, which no id should be.
    public static var any: String { "\u{10FFFD}" }
}

extension UUID: FragmentID {
    /// The nil UUID.
    public static var any: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
}
