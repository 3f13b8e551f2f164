extension BridgeContext {
    /// Checks that the user has given a permission.
    ///
    /// - Throws: ``BridgeError/Code/permissionDenied``; see ``BridgeError/asks``.
    func require(_ permission: String) throws(BridgeError) {
        let state = state(of: permission)
        guard state != .granted else { return }
        let name = TokenPermission.publicName(of: permission)
        let reason =
            switch state {
            case .unavailable: "The manifest does not ask for \(name), or the operator denies it."
            default: "The user has not allowed \(name)."
            }
        throw BridgeError(
            .permissionDenied, reason, data: ["permission": .string(permission), "state": .string(state.rawValue)])
    }

    /// Checks that the user was asked for permissions without which a method gives less.
    ///
    /// - Throws: ``BridgeError/Code/permissionDenied`` for those that the user can be asked for; see
    ///   ``BridgeError/asks``.
    func requireDecision(on permissions: [String]) throws(BridgeError) {
        // If the user can't be asked, methods return what they may.
        guard canAsk, !isCard else { return }
        let open = permissions.filter { state(of: $0) == .prompt }
        guard let first = open.first else { return }
        throw BridgeError(
            .permissionDenied, "The user was not asked for \(open.joined(separator: ", ")) yet.",
            data: [
                "permission": .string(first), "state": .string(PermissionState.prompt.rawValue),
                "names": .array(open.map { .string($0) }),
            ])
    }
}

extension BridgeError {
    /// The permissions for which the host may ask the user now, and then repeat the call; empty for any other error.
    public var asks: [String] {
        guard code == .permissionDenied, data["state"]?.string == PermissionState.prompt.rawValue else { return [] }
        if case .array(let names)? = data["names"] { return names.compactMap(\.string) }
        return data["permission"]?.string.map { [$0] } ?? []
    }
}
