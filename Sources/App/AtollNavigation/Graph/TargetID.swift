/// The id with which the target of a tagged segue is presented by code that knows the tag but not the target, such as a
/// feature that presents a screen of another one.
public struct TargetID: Hashable, @unchecked Sendable, CustomStringConvertible {
    // Safe: the wrapped value is Sendable and never changes.
    private let value: AnyHashable

    /// Wraps an id of any type.
    public init(_ value: some Hashable & Sendable) { self.value = AnyHashable(value) }

    /// The id as a value of this type, or nil if it has another type.
    public func value<Value>(as type: Value.Type = Value.self) -> Value? { value.base as? Value }

    public var description: String { "\(value.base)" }
}

extension TargetID: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    public init(stringLiteral value: String) { self.init(value) }

    public init(integerLiteral value: Int) { self.init(value) }
}
