import BoundedHTTP
import Foundation

/// Accounts that live on Lagoon's web site: its `/app-session`.
///
/// The secret is kept in memory; an app that is to stay signed in keeps it in the keychain, by ``init(site:secret:keep:)``.
public actor LagoonWebAccounts: LagoonAccounts {
    /// Why somebody could not be signed in.
    public struct Problem: Error, Hashable, CustomStringConvertible {
        public let description: String
    }

    private struct Opened: Decodable {
        let session: String
        let user: LagoonUser
        let device: String?
    }

    private struct Token: Decodable {
        let token: String
        let expiresIn: Double
        let session: String?
    }

    private struct Refusal: Decodable { let title: String }

    private nonisolated let site: URL
    private let session = BoundedSession(timeout: 15, deadline: 30)
    private static let maximumAnswer = 64 * 1024
    private var secret: String?
    /// Says at the next sign-in that the user knows this app.
    private var device: String?
    private var token: (text: String, until: Date)?
    private let keep: @Sendable (String?) -> Void

    /// - Parameters:
    ///   - secret: What was kept the last time.
    ///   - keep: Keeps it; nil once somebody has signed out.
    public init(site: URL, secret: String? = nil, keep: @escaping @Sendable (String?) -> Void = { _ in }) {
        self.site = site
        self.secret = secret
        self.keep = keep
    }

    public func signIn(name: String, password: String) async throws -> LagoonUser {
        var request = TransferRequest(site.appending(path: "app-session"), method: "POST")
        request.set("Content-Type", to: "application/json")
        request.body = try JSONEncoder().encode(
            ["name": name, "password": password, "device": device].compactMapValues(\.self))
        let opened: Opened = try await send(request)
        secret = opened.session
        device = opened.device ?? device
        token = nil
        keep(opened.session)
        return opened.user
    }

    public func token() async throws -> String? {
        guard let secret else { return nil }
        // A little before it ends, so that it lasts for the call that it is for.
        if let token, token.until.timeIntervalSinceNow > 30 { return token.text }
        var request = TransferRequest(site.appending(path: "app-session/token"), method: "POST")
        request.set("Authorization", to: "Bearer \(secret)")
        let answer: Token = try await send(request)
        // Somebody else may have signed in meanwhile: their token is another.
        guard self.secret == secret else { return try await self.token() }
        if let renewed = answer.session {
            self.secret = renewed
            keep(renewed)
        }
        token = (answer.token, Date(timeIntervalSinceNow: answer.expiresIn))
        return answer.token
    }

    public func signOut() async {
        guard let secret else { return }
        self.secret = nil
        token = nil
        keep(nil)
        var request = TransferRequest(site.appending(path: "app-session"), method: "DELETE")
        request.set("Authorization", to: "Bearer \(secret)")
        // Where the server is out of reach, the session ends there by its age.
        _ = try? await session.data(for: request, limit: Self.maximumAnswer)
    }

    public nonisolated func address(of path: String) -> URL? { URL(string: path, relativeTo: site)?.absoluteURL }

    private func send<Answer: Decodable>(_ request: TransferRequest) async throws -> Answer {
        guard site.protectsSecrets else {
            throw Problem(description: "Lagoon's URL has to begin with https: a password is sent there.")
        }
        let answer: (status: Int, body: Data)
        do {
            answer = try await session.data(for: request, limit: Self.maximumAnswer)
        } catch {
            throw Problem(description: "Lagoon can't be reached. Look at your connection, and try again.")
        }
        guard (200...299).contains(answer.status) else {
            let refusal = try? JSONDecoder().decode(Refusal.self, from: answer.body)
            throw Problem(description: refusal?.title ?? "Lagoon gave an answer that can't be used.")
        }
        do {
            return try JSONDecoder().decode(Answer.self, from: answer.body)
        } catch {
            throw Problem(description: "Lagoon gave an answer that can't be used.")
        }
    }
}
