import AtollRuntime

/// The parameters of a call, which the bridge has checked.
struct DeviceParameters {
    let members: [String: BridgeValue]

    /// The mini app that calls, and its user.
    let context: BridgeContext

    init(_ members: [String: BridgeValue], _ context: BridgeContext) {
        self.members = members
        self.context = context
    }

    func text(_ name: String) -> String? { members[name]?.string }

    func flag(_ name: String) -> Bool? {
        guard case .bool(let value)? = members[name] else { return nil }
        return value
    }

    func number(_ name: String) -> Double? {
        switch members[name] {
        case .integer(let value)?: Double(value)
        case .number(let value)?: value
        default: nil
        }
    }

    func list(_ name: String) -> [BridgeValue] {
        guard case .array(let values)? = members[name] else { return [] }
        return values
    }
}
