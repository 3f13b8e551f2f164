import AtollPackages
import Foundation

extension BridgeMethod {
    /// `user.token` and `user.code`: what lets a mini app's back end know who calls.
    public static func tokenMethods(_ provider: any TokenProvider) -> [BridgeMethod] {
        [
            BridgeMethod("user.token") { parameters, context throws(BridgeError) in
                let (request, permission) = try context.tokenRequest(parameters)
                let token = try await provider.token(
                    for: request, isFresh: parameters["fresh"] == .bool(true), context)
                return BridgeResult(
                    [
                        "token": .string(token.text), "expiresAt": .integer(token.expires.milliseconds),
                        "audience": .string(request.audience), "scopes": .array(request.scopes.map { .string($0) }),
                    ], used: [permission])
            },
            BridgeMethod("user.code") { parameters, context throws(BridgeError) in
                let (request, permission) = try context.tokenRequest(parameters)
                let code = try await provider.code(for: request, context)
                return BridgeResult(
                    ["code": .string(code.text), "expiresAt": .integer(code.expires.milliseconds)],
                    used: [permission])
            },
        ]
    }
}

extension BridgeContext {
    /// Returns the token request of a call, if the manifest names it and the user has agreed.
    fileprivate func tokenRequest(
        _ parameters: BridgeParameters
    ) throws(BridgeError) -> (TokenRequest, permission: String) {
        let audience = parameters["audience"]?.string ?? miniApp.rawValue
        guard let declared = tokens.first(where: { $0.audience == audience }) else {
            throw BridgeError(
                .audience, "The manifest does not ask for tokens for this audience.",
                data: ["audiences": .array(tokens.map { .string($0.audience) })])
        }
        let scopes = parameters["scopes"] == nil ? declared.scopes : parameters.strings("scopes")
        if let other = scopes.first(where: { !declared.scopes.contains($0) }) {
            throw BridgeError(
                .scope, "The manifest does not ask for one of these scopes.", data: ["scope": .string(other)])
        }
        // The user's consent covers everything that the manifest asks for.
        let permission = TokenPermission.name(for: declared)
        try requireDecision(on: [permission])
        try require(permission)
        return (TokenRequest(audience: audience, scopes: scopes), permission)
    }
}

extension Date {
    /// Milliseconds since 1970, as JavaScript counts them.
    var milliseconds: Int { Int(exactly: (timeIntervalSince1970 * 1_000).rounded()) ?? 0 }
}
