/// One method that mini apps can call.
public struct BridgeMethod: Sendable {
    /// Its name, such as `storage.get`.
    public let name: String
    /// What the user has to have allowed, by the name that manifests ask for it; nil where nothing is needed.
    public let permission: String?
    let call: @Sendable (BridgeParameters, BridgeContext) async throws(BridgeError) -> BridgeResult

    public init(
        _ name: String, needs permission: String? = nil,
        _ call: @escaping @Sendable (BridgeParameters, BridgeContext) async throws(BridgeError) -> BridgeResult
    ) {
        self.name = name
        self.permission = permission
        self.call = call
    }
}

/// What a method gives back: a value for the mini app, and perhaps something for the host to do.
public struct BridgeResult: Sendable {
    /// What the host does after it has answered.
    public enum Action: String, Hashable, Sendable {
        /// Closes the mini app and shows what was there before.
        case close
    }

    public let value: BridgeValue
    public let action: Action?

    public init(_ value: BridgeValue, action: Action? = nil) {
        self.value = value
        self.action = action
    }
}

/// A call's parameters, by name.
public struct BridgeParameters: Sendable {
    let members: [String: BridgeValue]

    /// The text under `name`.
    ///
    /// - Throws: ``BridgeError/Code/invalidParameters`` where it is missing or no string.
    public func string(_ name: String) throws(BridgeError) -> String {
        guard case .string(let text)? = members[name] else {
            throw BridgeError(.invalidParameters, "The parameter \"\(name)\" must be a string.")
        }
        return text
    }
}
