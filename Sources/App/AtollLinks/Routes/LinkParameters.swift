/// The parameters of a destination, read by typed keys.
public struct LinkParameters: Hashable, Sendable {
    /// Each parameter's values in their canonical form.
    private(set) var texts: [String: [String]] = [:]

    /// No parameters.
    public init() {}

    /// The value of a parameter, or nil if it is missing.
    public subscript<Value: LinkValue>(parameter: LinkParameter<Value>) -> Value? {
        get { texts[parameter.name]?.first.flatMap { Value(linkText: $0) } }
        set { texts[parameter.name] = newValue.map { [$0.linkText] } }
    }

    /// All values of a repeated parameter, in order.
    public subscript<Value: LinkValue>(all parameter: LinkParameter<Value>) -> [Value] {
        get { (texts[parameter.name] ?? []).compactMap { Value(linkText: $0) } }
        set { texts[parameter.name] = newValue.isEmpty ? nil : newValue.map(\.linkText) }
    }

    mutating func set(_ name: String, _ texts: [String]) {
        self.texts[name] = texts.isEmpty ? nil : texts
    }
}
