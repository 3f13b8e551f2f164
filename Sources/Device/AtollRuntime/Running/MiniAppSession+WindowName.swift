import AtollPackages
import Foundation

extension MiniAppSession {
    /// The name of the window of a web app for another host: values that its pages need immediately. `nil` for a mini
    /// app that was written for this host.
    ///
    /// - Parameters:
    ///   - manifest: The manifest of the version that is shown.
    ///   - context: As for a call of the mini app.
    /// - Complexity: Reads what the web app has stored, half a megabyte at most.
    public func windowName(of manifest: Manifest, from context: BridgeContext) async -> String? {
        guard manifest.compatibility != nil else { return nil }
        let prefix = LaunchValues.storagePrefix
        let call = #"{"jsonrpc":"2.0","id":1,"method":"storage.getAll","params":{"prefix":"\#(prefix)"}}"#
        var stored: [String: String] = [:]
        if let answer = await reply(to: Data(call.utf8), from: context), let value = try? BridgeValue(json: answer),
            case .object(let members) = value, case .object(let values)? = members["result"]
        {
            stored = values.compactMapValues(\.string)
        }
        let knowsName = permissions.ledger.decision(on: "user.name", for: context.miniApp) == .granted
        return LaunchValues(
            manifest, user: .init(id: context.user.pairwiseID, name: knowsName ? context.user.name : nil),
            language: context.appearance.language, stored: stored
        ).windowName
    }
}
