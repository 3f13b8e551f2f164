import AtollCenterAPI
import AtollPackages
import AtollPublishing
import AtollTerminal
import BoundedHTTP
import Foundation
import SignedJSON

/// The CI job that a command runs in. It proves its identity with a token of its CI system, which the Center exchanges
/// for a key that is valid for 15 minutes.
struct CIJob {
    private let environment: [String: String]
    private static let maximumAnswer = 64 * 1024

    init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        // CI systems pass a secret that does not exist as an empty variable.
        self.environment = environment.filter { !$0.value.isEmpty }
    }

    /// Whether the command runs in a job that has a token or may request one.
    var hasToken: Bool {
        environment["ATOLL_ID_TOKEN"] != nil || environment["ACTIONS_ID_TOKEN_REQUEST_URL"] != nil
    }

    /// A key that publishes a mini app.
    func key(for miniApp: MiniAppID, at center: URL) async throws -> String {
        let client = CenterClient(center: center, secret: nil)
        let token: String
        if let given = environment["ATOLL_ID_TOKEN"] {
            token = given
        } else {
            let ci: CIView = try await client.answer("GET", "v1/ci")
            guard let audience = ci.audience else {
                throw Failure("This Center accepts no CI tokens: its operator has not set --address.")
            }
            token = try await actionsToken(for: Self.audience(audience, of: center))
        }
        let body = JSONValue.object(["token": .string(token), "miniApp": .string(miniApp.rawValue)])
        let key: CIKeyView = try await client.answer("POST", "v1/ci/token", Data(body.readableBytes))
        return key.secret
    }

    /// Returns the audience that a Center names, which must be its own address. Otherwise it could ask for a token that
    /// gives access to something else.
    private static func audience(_ said: String, of center: URL) throws -> String {
        let address = center.absoluteString
        let own = address.hasSuffix("/") ? String(address.dropLast()) : address
        guard said == own else {
            throw Failure("The Center is at \(own), and accepts tokens for \(said) only. Use it with --center.")
        }
        return said
    }

    /// Requests a token from GitHub Actions, for a job with the permission `id-token: write`.
    private func actionsToken(for audience: String) async throws -> String {
        guard let address = environment["ACTIONS_ID_TOKEN_REQUEST_URL"],
            let secret = environment["ACTIONS_ID_TOKEN_REQUEST_TOKEN"],
            var parts = URLComponents(string: address)
        else { throw Failure("The CI job has no token. Give it the permission id-token: write.") }
        parts.queryItems = (parts.queryItems ?? []) + [URLQueryItem(name: "audience", value: audience)]
        guard let url = parts.url, url.protectsSecrets else {
            throw Failure("The CI's address for tokens is not valid.")
        }
        var request = TransferRequest(url)
        request.set("Authorization", to: "Bearer \(secret)")
        let session = BoundedSession(timeout: .seconds(10), deadline: .seconds(20))
        do {
            let (status, data) = try await session.data(for: request, limit: Self.maximumAnswer)
            guard status == 200 else { throw Failure("The CI gave no token: its answer has the status \(status).") }
            return try JSONFields(JSONValue(parsing: Array(data))).string("value")
        } catch let error as TransferError {
            throw Failure("The CI gave no token: \(error).")
        }
    }
}
