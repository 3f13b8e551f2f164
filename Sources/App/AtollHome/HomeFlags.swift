/// The flags of a home screen: everything about the current situation that its rules depend on.
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
    /// The modules that a home with these flags can show.
    associatedtype Module: HomeModule
    /// Every flag, each a single bit, by its readable name for tables, explanations and the command line.
    static var names: KeyValuePairs<String, Self> { get }
}

extension HomeFlags {
    /// All flags that have a name.
    public static var all: Self { Self(names.map(\.value)) }

    /// The names of the flags that are set, in the order of ``names-swift.type.property``.
    public var names: [String] { Self.names.filter { isSuperset(of: $0.value) }.map(\.key) }

    /// The flag with this name, or `nil` if it does not exist.
    public init?(name: String) {
        guard let flag = Self.names.first(where: { $0.key == name })?.value else { return nil }
        self = flag
    }
}
