/// One method that mini apps can call.
public struct BridgeMethod: Sendable {
    /// The method's name, such as `storage.get`.
    public let name: String
    /// The permission that the user must have granted, as manifests name it; nil if none is needed.
    public let permission: String?
    let call: @Sendable (BridgeParameters, BridgeContext) async throws(BridgeError) -> BridgeResult

    /// Creates a method.
    ///
    /// - Parameters:
    ///   - name: The method's name; unique in a router.
    ///   - permission: The permission that the user must have granted, as manifests name it.
    ///   - call: Carries out a call. Its error goes to the mini app.
    public init(
        _ name: String, needs permission: String? = nil,
        _ call: @escaping @Sendable (BridgeParameters, BridgeContext) async throws(BridgeError) -> BridgeResult
    ) {
        self.name = name
        self.permission = permission
        self.call = call
    }
}
