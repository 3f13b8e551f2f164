import struct Foundation.UUID

/// An id that stands for all of its kind where a rule is written: `pass(.list => .product(.any))`.
///
/// A rule is about the whole family, whatever the id in it. For a type of your own, any value will do that no real one has: links with it are
/// refused.
///
/// ```swift
/// extension Account.ID: FragmentID {
///     static var any: Account.ID { Account.ID("") }
/// }
/// ```
public protocol FragmentID: Hashable, Sendable {
    /// A value to write in rules.
    static var any: Self { get }
}

extension FragmentID {
    var isAny: Bool { self == .any }
}

extension Fragment {
    /// Whether this is all of a family, as rules write it: its id is ``FragmentID/any``.
    package var isAny: Bool { firstInside { ($0 as? any FragmentID)?.isAny } ?? false }
}

extension Int: FragmentID {
    public static var any: Int { .min }
}

extension String: FragmentID {
    /// A character for private use, which no id has.
    public static var any: String { "\u{10FFFD}" }
}

extension UUID: FragmentID {
    public static var any: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
}
