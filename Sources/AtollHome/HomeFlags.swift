/// What is true at a moment, as far as a home screen cares: the flags of which its raw state is a set.
///
/// ```swift
/// struct TodayFlags: HomeFlags {
///     typealias Module = TodayModule
///     let rawValue: UInt64
///     static let livesNow = TodayFlags(rawValue: 1 << 0)
///     static let planIntroduction = TodayFlags(rawValue: 1 << 1)
///     static let names: KeyValuePairs = ["livesNow": livesNow, "planIntroduction": planIntroduction]
/// }
/// ```
public protocol HomeFlags: OptionSet, Hashable, Sendable where RawValue == UInt64, Element == Self {
    /// What a home with these flags is made of.
    associatedtype Module: HomeModule
    /// Every flag, each a single bit, by the name under which people meet it: in tables, in explanations and on the command
    /// line.
    static var names: KeyValuePairs<String, Self> { get }
}

extension HomeFlags {
    /// Every flag that has a name.
    public static var all: Self { Self(names.map(\.value)) }

    /// The names of the flags that are set, in the order in which they are declared.
    public var names: [String] { Self.names.filter { isSuperset(of: $0.value) }.map(\.key) }

    /// The flag with a name, or nil.
    public init?(name: String) {
        guard let flag = Self.names.first(where: { $0.key == name })?.value else { return nil }
        self = flag
    }
}

/// One card of a home screen.
public protocol HomeModule: Hashable, Sendable, Identifiable where ID == String {
    /// The name under which people meet it, and under which it is remembered that it was shown: it stays the same through
    /// versions of the app.
    var id: String { get }
}
