import ArgumentParser
import AtollCenter
import AtollCenterDomain
import AtollCenterSignIn
import AtollTerminal
import Foundation

/// The providers that a Center trusts to identify people and CI jobs.
struct SignInOptions: ParsableArguments {
    @Option(
        name: .customLong("sign-in-provider"),
        help: """
            Your company's OpenID provider, with which people sign in, in addition to passwords, such as https://login.example.com. \
            It sends them back to sign-in/callback at --address. It must verify e-mail addresses: they tell whose account it is.
            """)
    var provider: String?

    @Option(name: .customLong("sign-in-client"), help: "What the provider calls this Center (client_id).")
    var client: String?

    @Option(name: .customLong("sign-in-secret"), help: "A file with the secret that it has given the Center.")
    var secret: String?

    @Option(name: .customLong("sign-in-name"), help: "What people know the provider as. Default: its host.")
    var name: String?

    @Flag(
        name: .customLong("sign-in-emails-verified"),
        help: """
            The company verifies every address that the provider names, though its tokens do not say so (email_verified), as with \
            Microsoft Entra of a single tenant and AD FS. Where people choose their addresses themselves, this lets them take others' accounts.
            """)
    var verifiesAddresses = false

    @Option(
        name: .customLong("sign-in-email-claim"),
        help: """
            The claim of its tokens that has the address. Default: email. For any other, --sign-in-emails-verified is needed, too: what a \
            token says of verification is about email.
            """)
    var addressClaim: String?

    @Flag(
        name: .customLong("sign-in-asks-each-time"),
        help: """
            The provider asks for the password at each sign-in, though its tokens do not say when (auth_time), as with Dex. Without it, and \
            without a second factor here, its people can't do what needs a sign-in just now.
            """)
    var asksEachTime = false

    @Option(
        name: .customLong("sign-in-prompt"),
        help: """
            How the provider is asked to have people sign in anew: login, select_account, consent, or nothing. Google takes select_account. \
            Default: login.
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
            iss of its tokens; may be repeated. github.com and gitlab.com are known; with none, none is.
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
