/// A call's parameters, by name.
public struct BridgeParameters: Sendable {
    /// The parameters by name.
    public let members: [String: BridgeValue]

    /// The value of a parameter, or nil.
    public subscript(name: String) -> BridgeValue? { members[name] }

    /// The whole number of a parameter; nil for anything else.
    func integer(_ name: String) -> Int? {
        guard case .integer(let number)? = members[name] else { return nil }
        return number
    }

    /// The strings of a parameter that is an array of them; empty for anything else.
    func strings(_ name: String) -> [String] {
        guard case .array(let values)? = members[name] else { return [] }
        return values.compactMap(\.string)
    }

    /// The string parameter called `name`.
    ///
    /// - Throws: ``BridgeError/Code/invalidParameters`` if it is missing or not a string.
    public func string(_ name: String) throws(BridgeError) -> String {
        guard case .string(let text)? = members[name] else {
            throw BridgeError(.invalidParameters, "The parameter \"\(name)\" must be a string.")
        }
        return text
    }
}
