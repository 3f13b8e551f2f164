import AtollPackages

/// A method that a router offers, with what every call of it needs to know: looked up once, and not for each call.
final class OfferedMethod: Sendable {
    let method: BridgeMethod
    /// What `bridge.json` says of it; nil for a method of the host's own.
    let described: BridgeDescription.Method?
    /// The name under which successful calls are counted.
    let success: UsageName
    private let needed: [String]

    init(_ method: BridgeMethod) {
        self.method = method
        described = BridgeDescription.method(named: method.name)
        success = .call(method.name, "ok")
        needed = [method.permission].compactMap(\.self)
    }

    /// All permissions that a call may need or use, with any parameters.
    var permissions: [String] {
        needed + (described?.uses ?? []) + (described.map { Array($0.furtherPermissions.values) } ?? [])
    }

    /// The permissions that a call needs.
    func permissions(for parameters: BridgeParameters) -> [String] {
        guard let described, !(described.withoutPermission.isEmpty && described.furtherPermissions.isEmpty) else {
            return needed
        }
        let isFree = described.withoutPermission.contains { parameters[$0.key] == .string($0.value) }
        return (isFree ? [] : needed)
            + described.furtherPermissions.filter { parameters[$0.key] == .bool(true) }.map(\.value).sorted()
    }

    /// Returns the permissions that a call uses, if the user has granted them.
    func uses(with parameters: BridgeParameters) -> [String] {
        permissions(for: parameters) + (described?.uses ?? [])
    }
}
