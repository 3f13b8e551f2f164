import AtollCenterAnswers
import AtollCenterDomain
import BoundedHTTP
import Crypto
import Foundation
import Logging
import PrintableText
import SignedJSON

/// Signs people in with a company's own OpenID provider: the authorization code flow with PKCE.
///
/// Source: OpenID Connect Core 1.0, section 3.1; RFC 7636; RFC 9700.
package struct ProviderSignIn: Sendable {
    package let provider: SignInProvider
    private let people: PeopleService
    private let openID: OpenIDProvider
    /// Where the provider sends people back to.
    private let callback: String
    private let send: Send
    private let logger: Logger?

    /// The path of ``callback``.
    package static let callbackPath = "sign-in/callback"
    /// The longest time that a user may take at the provider, in seconds.
    private static let patience = 10 * 60
    private static let maximumAnswer = 64 * 1024

    /// The purpose of a sign-in.
    package enum Purpose: Hashable, Sendable, Codable {
        /// Permitting the program that waits for a user code.
        case device(userCode: String)
        /// The console, with the page to go to.
        ///
        /// `replacing` is the session that ends with it, if a signed-in user signs in again.
        case console(then: String, replacing: String? = nil)

        /// Seals an identity to this purpose.
        fileprivate var replaced: String? {
            if case .console(_, let session) = self { session } else { nil }
        }

        fileprivate var seal: String {
            switch self {
            case .device(let userCode): "identity for " + userCode
            case .console: "identity for the console"
            }
        }
    }

    private static let sending: Send = {
        let session = BoundedSession(timeout: .seconds(10), deadline: .seconds(15))
        return { try await session.data(for: $0, limit: maximumAnswer) }
    }()

    /// Whom the provider has signed in.
    private struct Identity: Codable {
        let account: String
        /// Whether they have proved it to the provider just now.
        let isConfirmed: Bool
        /// The provider's identity of the user, which is linked after the second factor was given; nil if it is linked
        /// already.
        let proven: ProvenIdentity?
        /// The session that ends when another begins.
        let replaced: String?
    }

    /// Sends a request to the provider; tests replace it.
    package typealias Send = @Sendable (TransferRequest) async throws -> (status: Int, body: Data)

    package init(
        _ provider: SignInProvider, _ people: PeopleService, openID: OpenIDProvider, center: String,
        logger: Logger? = nil,
        send: @escaping Send = Self.sending
    ) {
        self.send = send
        self.logger = logger
        self.provider = provider
        self.people = people
        self.openID = openID
        callback = center + "/" + Self.callbackPath
    }

    /// The provider's name for users.
    package var name: String { provider.name }

    /// A sign-in in progress. The browser stores it, sealed, while it is at the provider.
    private struct Attempt: Codable {
        let state: String
        let nonce: String
        /// The secret of PKCE: the code alone is of no use.
        let verifier: String
        let purpose: Purpose
    }

    /// Begins a sign-in.
    ///
    /// - Returns: The URL to open, and the value that the browser stores meanwhile.
    package func begin(
        for purpose: Purpose, from origin: AuditActor.Origin
    ) async throws -> (address: String, attempt: String) {
        try people.deviceLimits.leave(from: origin)
        guard let authorization = try await metadata().authorization,
            var parts = URLComponents(url: authorization, resolvingAgainstBaseURL: false)
        else { throw unavailable }
        let attempt = Attempt(state: random(), nonce: random(), verifier: random(), purpose: purpose)
        let challenge = Data(SHA256.hash(data: Data(attempt.verifier.utf8))).base64URL
        parts.queryItems =
            (parts.queryItems ?? []) + [
                URLQueryItem(name: "response_type", value: "code"),
                URLQueryItem(name: "client_id", value: provider.clientID),
                URLQueryItem(name: "redirect_uri", value: callback),
                URLQueryItem(name: "scope", value: "openid email profile"),
                URLQueryItem(name: "state", value: attempt.state), URLQueryItem(name: "nonce", value: attempt.nonce),
                URLQueryItem(name: "code_challenge", value: challenge),
                URLQueryItem(name: "code_challenge_method", value: "S256"),
                // A person who finds a browser open should not sign a program in. A provider may ignore it, so what is
                // dangerous needs more: a time of sign-in that it has signed.
                URLQueryItem(name: "max_age", value: "0"),
            ]
        if let prompt = provider.habits.prompt { parts.queryItems?.append(URLQueryItem(name: "prompt", value: prompt)) }
        guard let address = parts.url?.absoluteString else { throw unavailable }
        let until = people.store.now().secondsSince1970 + Self.patience
        let sealed = try SealedValue.seal(attempt, for: "attempt", until: until, with: try await people.sealingKey())
        return (address, sealed)
    }

    /// Ends a sign-in: asks the provider who it was, and finds their account.
    ///
    /// - Parameters:
    ///   - code: What the browser has brought from the provider.
    ///   - attempt: The value that it has stored since ``begin(for:from:)``.
    /// - Returns: Who it is, sealed, for ``account(_:for:)``.
    /// - Throws: ``ActionError/badCredentials`` for a sign-in that was not begun by this browser, or too long ago;
    ///   ``ActionError/notSignedIn(_:)`` with what else is wrong; ``ActionError/unavailable(_:)`` if the provider can't
    ///   be reached.
    package func finish(
        code: String, state: String, attempt sealed: String, from origin: AuditActor.Origin
    ) async throws -> (identity: String, purpose: Purpose) {
        try people.deviceLimits.leave(from: origin)
        do {
            return try await finished(code: code, state: state, attempt: sealed, from: origin)
        } catch let fault as SignInFault {
            throw noted(fault)
        } catch ActionError.badCredentials {
            logger?.notice(
                "A sign-in with a provider was not begun by this browser, or took longer than ten minutes.",
                metadata: ["provider": "\(provider.issuer)"])
            throw ActionError.badCredentials
        }
    }

    /// Ends a sign-in that the provider has refused.
    ///
    /// - Parameters:
    ///   - error: What the provider has sent in place of a code, and its description.
    ///   - attempt: The value that the browser has stored since ``begin(for:from:)``.
    /// - Returns: What is wrong; ``ActionError/badCredentials`` for a sign-in that was not begun by this browser.
    package func refused(
        _ error: String, _ description: String, state: String, attempt sealed: String, from origin: AuditActor.Origin
    ) async throws -> ActionError {
        try people.deviceLimits.leave(from: origin)
        let (key, time) = (try await people.sealingKey(), people.store.now().secondsSince1970)
        // Any site can send a browser here with its own text.
        guard let attempt = SealedValue<Attempt>.open(sealed, for: "attempt", at: time, with: key),
            Self.isEqual(attempt.state, state)
        else { return .badCredentials }
        return noted(SignInFault(.refused(SignInFault.said(error, description)), at: provider.name))
    }

    private func noted(_ fault: SignInFault) -> ActionError {
        logger?.warning(
            "A sign-in with a provider failed.",
            metadata: ["provider": "\(provider.issuer)", "reason": "\(fault.logged)"])
        return .notSignedIn(fault)
    }

    private func finished(
        code: String, state: String, attempt sealed: String, from origin: AuditActor.Origin
    ) async throws -> (identity: String, purpose: Purpose) {
        let (key, time) = (try await people.sealingKey(), people.store.now().secondsSince1970)
        guard let attempt = SealedValue<Attempt>.open(sealed, for: "attempt", at: time, with: key),
            Self.isEqual(attempt.state, state), (1...2_000).contains(code.utf8.count)
        else { throw ActionError.badCredentials }
        let token = try await token(for: code, attempt.verifier)
        let verified = try await verified(token)
        guard let nonce = verified.claims["nonce"], Self.isEqual(nonce, attempt.nonce),
            verified.claims["azp"].map({ $0 == provider.clientID }) ?? (verified.audience.count == 1)
        else { throw fault(.token("the token is of another sign-in, or for another client")) }
        let proven = ProvenIdentity(
            verified, addressClaim: provider.habits.addressClaim, verifiesAddresses: provider.habits.verifiesAddresses)
        let account: Account
        do {
            account = try await people.account(of: proven, from: origin)
        } catch let reason as PeopleService.Unknown {
            throw fault(reason.signIn(provider.habits.addressClaim))
        }
        // Compared, not subtracted: a provider may send any number.
        let isFresh =
            verified.claims["auth_time"].flatMap(Int.init)
            .map { (time - AccountSession.confirmation...time + 60).contains($0) } ?? provider.habits.asksEachTime
        let identity = try SealedValue.seal(
            Identity(
                account: account.id, isConfirmed: isFresh, proven: account.hasSecondFactor ? proven : nil,
                replaced: attempt.purpose.replaced),
            for: attempt.purpose.seal, until: time + Self.patience, with: key)
        return (identity, attempt.purpose)
    }

    private func fault(_ reason: SignInFault.Reason) -> SignInFault { SignInFault(reason, at: provider.name) }

    /// Returns the purpose of a browser's sign-in; `nil` if it has begun none, or too long ago.
    package func purpose(ofAttempt sealed: String) async throws -> Purpose? {
        let (key, time) = (try await people.sealingKey(), people.store.now().secondsSince1970)
        return SealedValue<Attempt>.open(sealed, for: "attempt", at: time, with: key)?.purpose
    }

    /// Who has signed in for something, or nil if the seal is not of the Center's, of another code, or too old.
    package func account(
        _ identity: String, for purpose: Purpose
    ) async throws -> ProvenAccount? {
        let (key, time) = (try await people.sealingKey(), people.store.now().secondsSince1970)
        guard let found = SealedValue<Identity>.open(identity, for: purpose.seal, at: time, with: key),
            let account = try await people.store.read({ try $0.account(found.account) })
        else { return nil }
        return ProvenAccount(
            account: account, isConfirmed: found.isConfirmed, proven: found.proven, replaced: found.replaced)
    }

    /// The identity token for a code.
    private func token(for code: String, _ verifier: String) async throws -> String {
        let metadata = try await metadata()
        guard let address = metadata.token else { throw unavailable }
        var form = [
            ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", callback),
            ("code_verifier", verifier),
        ]
        let method = try secretMethod(metadata)
        if method != .basic { form.append(("client_id", provider.clientID)) }
        if method == .post, let secret = provider.clientSecret { form.append(("client_secret", secret)) }
        var request = TransferRequest(
            address, method: "POST",
            body: Data(form.map { "\($0)=\(Self.escaped($1))" }.joined(separator: "&").utf8))
        request.set("Content-Type", to: "application/x-www-form-urlencoded")
        request.set("Accept", to: "application/json")
        if method == .basic, let secret = provider.clientSecret {
            // RFC 6749, section 2.3.1: both are encoded as in a form first.
            let credentials = "\(Self.escaped(provider.clientID)):\(Self.escaped(secret))"
            request.set("Authorization", to: "Basic " + Data(credentials.utf8).base64EncodedString())
        }
        let (status, data): (Int, Data)
        do {
            (status, data) = try await send(request)
        } catch {
            logger?.error(
                "A provider could not be asked for a token.",
                metadata: ["provider": "\(provider.issuer)", "error": "\(ErrorText.sentence(of: error))"])
            throw unavailable
        }
        let fields = try? JSONFields(JSONValue(parsing: Array(data), numbers: .unbounded))
        guard status == 200 else { throw try refusal(status, fields) }
        guard let token = try? fields?.string("id_token") else {
            throw fault(.token("it has no id_token. Is the scope openid permitted?"))
        }
        return token
    }

    private enum SecretMethod {
        case none
        case basic
        case post
    }

    /// How to send the secret, chosen from what the provider supports (OpenID Connect Core 1.0, section 9).
    private func secretMethod(_ metadata: OpenIDProvider.Metadata) throws -> SecretMethod {
        guard provider.clientSecret != nil else { return .none }
        guard let methods = metadata.secretMethods, !methods.isEmpty else { return .basic }
        if methods.contains("client_secret_basic") { return .basic }
        if methods.contains("client_secret_post") { return .post }
        throw fault(.method(methods.joined(separator: ", ").printable(most: 200)))
    }

    /// Returns the error for a provider's answer without a token (RFC 6749, section 5.2).
    private func refusal(_ status: Int, _ fields: JSONFields?) throws -> any Error {
        let error = (try? fields?.string("error")) ?? ""
        let text = (try? fields?.string("error_description")) ?? ""
        let said = SignInFault.said(error, text)
        switch (status, error) {
        case (_, "invalid_client"), (_, "unauthorized_client"), (401, _), (403, _):
            return fault(.client(said.isEmpty ? "status \(status)" : said))
        // A code that was used, or is of another client.
        case (400, "invalid_grant"), (400, ""): return fault(.code(said.isEmpty ? "status 400" : said))
        case (400..<500, _) where !error.isEmpty: return fault(.token(said))
        default:
            logger?.error(
                "A provider could not give a token.",
                metadata: ["provider": "\(provider.issuer)", "status": "\(status)", "error": "\(said)"])
            return unavailable
        }
    }

    private var unavailable: ActionError { .unavailable(provider.name) }

    /// Returns the provider's metadata.
    private func metadata() async throws -> OpenIDProvider.Metadata {
        do { return try await openID.metadata() } catch { throw unavailable }
    }

    private func verified(_ token: String) async throws -> IdentityToken {
        do {
            return try await openID.verified(token, for: provider.clientID, at: people.store.now())
        } catch let problem as Problem where problem.status == .unauthorized {
            throw fault(.token(problem.detail))
        } catch {
            throw unavailable
        }
    }

    private func random() -> String { Data(people.randomBytes(32)).base64URL }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(.init(charactersIn: "-._~"))) ?? ""
    }

    private static func isEqual(_ one: String, _ other: String) -> Bool {
        SHA256.hash(data: Data(one.utf8)) == SHA256.hash(data: Data(other.utf8))
    }
}
