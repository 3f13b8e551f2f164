/// The id with which the target of a tagged segue is presented, by code that knows the tag but not the target: a feature that leads out of
/// itself, for example.
public struct TargetID: Hashable, @unchecked Sendable, CustomStringConvertible {
    // Safe: it is made of what is Sendable, and is never changed.
    private let value: AnyHashable

    public init(_ value: some Hashable & Sendable) { self.value = AnyHashable(value) }

    /// The id as a value of this type, or nil if it is another one's.
    public func value<Value>(as type: Value.Type = Value.self) -> Value? { value.base as? Value }

    public var description: String { "\(value.base)" }
}

extension TargetID: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    public init(stringLiteral value: String) { self.init(value) }

    public init(integerLiteral value: Int) { self.init(value) }
}

/// How the target of a tagged segue is made of an id. Two are always equal: they differ in what they do only.
public struct TargetMaker<F: Fragment>: Hashable, Sendable {
    let make: @Sendable (TargetID) -> F?

    public init<Value>(_ makeFragment: @escaping @Sendable (Value) -> F) {
        make = { $0.value(as: Value.self).map(makeFragment) }
    }

    init(make: @escaping @Sendable (TargetID) -> F?) { self.make = make }

    public static func == (left: TargetMaker, right: TargetMaker) -> Bool { true }

    public func hash(into hasher: inout Hasher) {}
}
