/// A call's parameters, by name.
public struct BridgeParameters: Sendable {
    let members: [String: BridgeValue]

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
