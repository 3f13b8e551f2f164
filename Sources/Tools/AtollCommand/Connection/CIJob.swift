import AtollCenterAPI
import AtollPackages
import AtollPublishing
import AtollTerminal
import BoundedHTTP
import Foundation
import SignedJSON

/// The CI job that a command runs in, if it can prove which one it is: by a token of its CI system, which the Center exchanges
/// for a key of 15 minutes.
struct CIJob {
    private let environment: [String: String]
    private static let maximumAnswer = 64 * 1024

    init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        // A secret that a CI does not have is an empty variable there.
        self.environment = environment.filter { !$0.value.isEmpty }
    }

    /// Whether it runs in a job that has a token, or may ask for one.
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
                throw Failure("This Center takes no CI tokens: its operator has not said its --address.")
            }
            token = try await actionsToken(for: Self.audience(audience, of: center))
        }
        let body = JSONValue.object(["token": .string(token), "miniApp": .string(miniApp.rawValue)])
        let key: CIKeyView = try await client.answer("POST", "v1/ci/token", Data(body.readableBytes))
        return key.secret
    }

    /// The audience that a Center says. Only its own address: otherwise it could ask for a token that opens something else.
    private static func audience(_ said: String, of center: URL) throws -> String {
        let address = center.absoluteString
        let own = address.hasSuffix("/") ? String(address.dropLast()) : address
        guard said == own else {
            throw Failure("The Center is at \(own) and takes tokens for \(said) only. Use that address with --center.")
        }
        return said
    }

    /// A token of GitHub Actions, for a job with the permission `id-token: write`.
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
