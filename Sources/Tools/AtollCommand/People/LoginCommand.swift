import ArgumentParser
import AtollCenterAPI
import AtollPublishing
import AtollTerminal
import Foundation
import SignedJSON

/// `atoll login`: signs a person in, for everything that an API key may not do.
struct LoginCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Sign in at a Mini App Center.",
        discussion: """
            Without an address, it prints a code, which you type in a browser where you sign in: with your password, or with \
            your company's provider, if the Center has one.

            The session is stored in ~/.atoll/sessions.json, and expires after 30 days without use. Sensitive changes \
            (members, keys, releases) need the password again after 15 minutes: sign in again.

            For instance:
              atoll login dev@lagoon.example --center http://127.0.0.1:8081
            """)

    @Argument(help: "Your e-mail address, to sign in with your password here.")
    var email: String?

    @Option(help: "A code of your authenticator app, or a recovery code. With -, you are asked for it.")
    var code: String?

    @Option(help: "A file whose first line is the password. Default: $ATOLL_PASSWORD, or a prompt.")
    var passwordFile: String?

    @OptionGroup
    var work: CenterOptions

    func validate() throws {
        guard email != nil || (code == nil && passwordFile == nil) else {
            throw ValidationError("--code and --password-file need your e-mail address.")
        }
    }

    func run() async throws {
        try await reporting {
            let url = try work.center.url()
            let client = CenterClient(center: url, secret: nil)
            let answer: SignedInView =
                if let email { try await signIn(email, client) } else { try await signInElsewhere(client) }
            let store = SessionStore()
            try store.keep(answer.secret, at: url)
            if let email { try store.keep(answer.device, at: url, for: email) }
            let name = answer.name
            work.result.show(
                ["center": .string(url.absoluteString), "name": .string(name)],
                "Signed in at \(url.absoluteString) as \(name).")
        }
    }

    private func signIn(_ email: String, _ client: CenterClient) async throws -> SignedInView {
        var body: [ExactString: JSONValue] = [
            "email": .string(email),
            "password": .string(try Secrets.password(passwordFile, "Password for \(email): ")),
        ]
        if let code { body["code"] = .string(try Secrets.code(code)) }
        if let device = try SessionStore().secret(at: client.center, for: email) { body["device"] = .string(device) }
        return try await send("v1/session", body, client)
    }

    /// Shows a code, and waits until the user has typed it in a browser.
    private func signInElsewhere(_ client: CenterClient) async throws -> SignedInView {
        let program = "atoll on \(ProcessInfo.processInfo.hostName.prefix(60))"
        let asked: DeviceCodeView = try await send("v1/device-code", ["program": .string(program)], client)
        let secret = asked.deviceCode
        // A Center can send any number.
        var interval = min(max(1, asked.interval), 60)
        work.result.say(
            """
            Open  \(asked.verificationURI)
            and enter the code  \(asked.userCode)

            or follow  \(asked.verificationURIComplete)
            """)
        let end = ContinuousClock.now + .seconds(min(max(1, asked.expiresIn), 3_600))
        while ContinuousClock.now < end {
            try await Task.sleep(for: .seconds(interval))
            do {
                return try await send("v1/device-code/token", ["secret": .string(secret)], client)
            } catch PublishingFailure.refused(_, rule: "pending", _) {
                continue
            } catch PublishingFailure.refused(status: 404, _, _) {
                break
            } catch PublishingFailure.refused(_, rule: "slow-down", _) {
                interval += 5
            } catch PublishingFailure.refused(let status, _, _) where status == 429 || status >= 500 {
                // The Center, or a proxy before it, may be restarted meanwhile.
                try await Task.sleep(for: .seconds(interval))
            } catch PublishingFailure.network {
                continue
            }
        }
        throw Failure("The code has expired. Run atoll login again.")
    }

    private func send<Answer: Decodable>(
        _ path: String, _ body: [ExactString: JSONValue], _ client: CenterClient
    ) async throws -> Answer {
        try await client.answer("POST", path, Data(JSONValue.object(body).readableBytes))
    }
}
