import ArgumentParser
import AtollCenter
import AtollCenterDomain
import AtollCenterSignIn
import AtollTerminal
import Foundation

/// The identity providers that a Center trusts, for people and for CI jobs.
struct SignInOptions: ParsableArguments {
    @Option(
        name: .customLong("sign-in-provider"),
        help: """
            Your company's OpenID provider, as an alternative to passwords, such as https://login.example.com. It \
            sends people back to sign-in/callback at --address. It must verify e-mail addresses, because they identify \
            the account.
            """)
    var provider: String?

    @Option(name: .customLong("sign-in-client"), help: "The provider's id for this Center (client_id).")
    var client: String?

    @Option(name: .customLong("sign-in-secret"), help: "A file with the secret that it has issued to the Center.")
    var secret: String?

    @Option(name: .customLong("sign-in-name"), help: "The name by which people know the provider. Default: its host.")
    var name: String?

    @Flag(
        name: .customLong("sign-in-emails-verified"),
        help: """
            The company verifies every address that the provider names, though its tokens do not state it \
            (email_verified), as with Microsoft Entra of a single tenant and AD FS. If people choose their own \
            addresses, this lets them take over others' accounts.
            """)
    var verifiesAddresses = false

    @Option(
        name: .customLong("sign-in-email-claim"),
        help: """
            The claim of its tokens that contains the address. Default: email. Any other claim also needs \
            --sign-in-emails-verified, because a token's statement about verification refers to email.
            """)
    var addressClaim: String?

    @Flag(
        name: .customLong("sign-in-asks-each-time"),
        help: """
            The provider asks for the password at each sign-in, though its tokens do not state when (auth_time), as \
            with Dex. Without this option, and without a second factor here, its users can't make changes that need a \
            recent sign-in.
            """)
    var asksEachTime = false

    @Option(
        name: .customLong("sign-in-prompt"),
        help: """
            The prompt that asks the provider for a new sign-in: login, select_account, consent, or nothing. Google \
            accepts select_account. Default: login.
            """)
    var prompt: Prompt?

    enum Prompt: String, ExpressibleByArgument, CaseIterable {
        case login
        case selectAccount = "select_account"
        case consent
        case nothing
    }

    @Option(
        name: .customLong("ci-issuer"),
        help: """
            A CI system whose jobs may publish without a key, as github=URL, gitlab=URL or other=URL, where URL is the \
            iss of its tokens; may be repeated. github.com and gitlab.com are included unless one of the values is none.
            """)
    var issuers: [String] = []

    func validate() throws {
        guard provider == nil || client != nil else {
            throw ValidationError("--sign-in-provider needs --sign-in-client.")
        }
        guard provider != nil || (client == nil && secret == nil && name == nil && addressClaim == nil && prompt == nil)
        else {
            throw ValidationError("--sign-in-client, --sign-in-secret and --sign-in-name need --sign-in-provider.")
        }
        guard (addressClaim ?? "email") == "email" || verifiesAddresses else {
            throw ValidationError("--sign-in-email-claim needs --sign-in-emails-verified.")
        }
        guard provider != nil || (!verifiesAddresses && !asksEachTime) else {
            throw ValidationError("--sign-in-emails-verified and --sign-in-asks-each-time need --sign-in-provider.")
        }
        _ = try ciIssuers()
    }

    func configure(_ configuration: inout CenterConfiguration) throws {
        configuration.ciIssuers = try ciIssuers()
        guard let provider, let client else { return }
        let secret = try secret.map { file in
            try String(contentsOf: URL(filePath: file), encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        }
        let host = URL(string: provider)?.host ?? provider
        var habits = SignInProvider.Habits()
        habits.verifiesAddresses = verifiesAddresses
        habits.asksEachTime = asksEachTime
        if let addressClaim { habits.addressClaim = addressClaim }
        if let prompt { habits.prompt = prompt == .nothing ? nil : prompt.rawValue }
        guard
            let found = SignInProvider(
                name ?? host, issuer: provider, clientID: client, clientSecret: secret, habits: habits)
        else { throw Failure("\"\(provider)\" must be an https URL, or on this machine.") }
        configuration.signInProvider = found
    }

    private func ciIssuers() throws -> [CIIssuer] {
        return try (issuers.contains("none") ? [] : CIIssuer.known)
            + issuers.filter { $0 != "none" }.map { text in
                let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
                guard parts.count == 2, let kind = CIIssuer.Kind(rawValue: parts[0]),
                    let issuer = CIIssuer(parts[1], kind)
                else {
                    throw ValidationError(
                        "\"\(text)\" is not a CI system. Expected one such as gitlab=https://gitlab.example.com")
                }
                return issuer
            }
    }
}
