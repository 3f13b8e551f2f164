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
    ///   - name: The method's name; unique in a router. The parameters of one that ``BridgeDescription`` has are checked
    ///     before `call` is called.
    ///   - permission: The permission that the user must have granted, as manifests name it; that of ``BridgeDescription`` if
    ///     it has the method.
    ///   - call: Carries out a call. Its error goes to the mini app.
    public init(
        _ name: String, needs permission: String? = nil,
        _ call: @escaping @Sendable (BridgeParameters, BridgeContext) async throws(BridgeError) -> BridgeResult
    ) {
        self.name = name
        self.permission = BridgeDescription.method(named: name)?.permission ?? permission
        self.call = call
    }
}
