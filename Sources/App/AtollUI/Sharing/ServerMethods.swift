import AtollRuntime

extension BridgeMethod {
    /// Methods that the super app's server carries out for an app, as it does for the web shell: secrets, files and the
    /// updates of rooms. They need a connection.
    public static func onServer(_ server: SuperAppServer) -> [BridgeMethod] {
        let groups = ["secrets.", "files.", "updates."]
        return BridgeDescription.current.methods
            .filter { method in
                method.performer == .host && groups.contains { method.name.hasPrefix($0) }
            }
            .map { method in
                BridgeMethod(method.name) { parameters, context throws(BridgeError) in
                    BridgeResult(try await server.call(method.name, parameters.members, of: context.miniApp))
                }
            }
    }
}
