import AtollHome

/// A home of letters, for tests.
struct Flag: HomeFlags {
    typealias Module = Letter

    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    static let one = Flag(rawValue: 1 << 0)
    static let two = Flag(rawValue: 1 << 1)
    static let three = Flag(rawValue: 1 << 2)
    static let four = Flag(rawValue: 1 << 3)
    static let names: KeyValuePairs<String, Flag> = ["one": one, "two": two, "three": three, "four": four]
}

struct Letter: HomeModule, ExpressibleByStringLiteral {
    let id: String

    init(_ id: String) { self.id = id }
    init(stringLiteral id: String) { self.id = id }
}

extension HomeRules where Flags == Flag {
    /// The ids of the modules shown, as one word.
    func word(_ flags: Flag) -> String { modules(for: flags).map(\.id).joined() }
}

extension HomeState where Flags == Flag {
    var word: String { modules.map(\.id).joined() }
}
