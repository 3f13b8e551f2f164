import ArgumentParser
import AtollCenterAPI
import AtollTerminal
import SignedJSON

/// `atoll second-factor`: codes of an authenticator app, in addition to the password.
struct SecondFactorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "second-factor", abstract: "Sign in with an authenticator app, in addition to the password.",
        discussion: "Needs a session that began within the last 15 minutes.",
        subcommands: [Begin.self, Confirm.self, Codes.self, Remove.self])

    struct Begin: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print the address for an authenticator app. It is used once you have confirmed it with a code.",
            discussion: """
                For instance:
                  atoll second-factor begin --json
                """)

        @OptionGroup
        var work: CenterOptions

        func run() async throws {
            try await reporting {
                try await work.send("POST", "v1/account/2fa") { (made: SecondFactorView) in
                    [
                        made.address,
                        "Add it to your app (as a QR code, for example with qrencode), and then: atoll second-factor confirm",
                    ]
                }
            }
        }
    }

    struct Confirm: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Use the second factor from now on; prints recovery codes, once.",
            discussion: """
                For instance:
                  atoll second-factor confirm
                """)

        @Argument(help: "The code that the app shows. Without it, you are asked for it.")
        var code: String?

        @OptionGroup
        var work: CenterOptions

        func run() async throws {
            try await reporting {
                try await work.send("POST", "v1/account/2fa/confirm", .object(["code": .string(Secrets.code(code))])) {
                    (made: RecoveryCodesView) in
                    ["Keep these codes apart from your phone; each signs in once:"] + made.codes
                }
            }
        }
    }

    struct Codes: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print new recovery codes. The previous ones stop working.",
            discussion: """
                For instance:
                  atoll second-factor codes
                """)

        @Argument(help: "The code that the app shows. Without it, you are asked for it.")
        var code: String?

        @OptionGroup
        var work: CenterOptions

        func run() async throws {
            try await reporting {
                try await work.send("POST", "v1/account/2fa/recovery", .object(["code": .string(Secrets.code(code))])) {
                    (made: RecoveryCodesView) in made.codes
                }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sign in with the password alone again.",
            discussion: """
                For instance:
                  atoll second-factor remove
                """)

        @Argument(help: "The code that the app shows, or a recovery code. Without it, you are asked for it.")
        var code: String?

        @OptionGroup
        var work: CenterOptions

        func run() async throws {
            try await reporting {
                let body = JSONValue.object(["code": .string(try Secrets.code(code))])
                try await work.send("POST", "v1/account/2fa/remove", body, saying: "Removed.")
            }
        }
    }
}
