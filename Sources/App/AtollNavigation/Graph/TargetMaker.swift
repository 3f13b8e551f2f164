/// Makes the target of a tagged segue from an id. All makers compare equal, since closures can't be compared.
public struct TargetMaker<F: Fragment>: Hashable, Sendable {
    let make: @Sendable (TargetID) -> F?

    /// A maker for ids of type `Value`; it makes nothing from ids of other types.
    public init<Value>(_ makeFragment: @escaping @Sendable (Value) -> F) {
        make = { $0.value(as: Value.self).map(makeFragment) }
    }

    init(make: @escaping @Sendable (TargetID) -> F?) { self.make = make }

    public static func == (left: TargetMaker, right: TargetMaker) -> Bool { true }

    public func hash(into hasher: inout Hasher) {}
}
