import ArgumentParser
import AtollPackages
import AtollWeb
import Foundation

/// `lagoon back-end …`: the keys with which the back ends of mini apps introspect tokens and exchange codes.
struct BackEndCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "back-end", abstract: "Invite the back ends of mini apps to register keys, and remove keys.",
        subcommands: [Invite.self, List.self, Remove.self])

    struct Target: ParsableArguments {
        @Argument(help: "The id of the mini app, such as com.example.kudos.")
        var miniApp: String

        @OptionGroup var data: DataOption

        var keys: BackEndKeys { BackEndKeys(shell: data.url.appending(path: "shell")) }

        func id() throws -> MiniAppID {
            guard let id = MiniAppID(miniApp) else {
                throw ValidationError("\"\(miniApp)\" is not an id. Expected one such as com.example.kudos.")
            }
            return id
        }
    }

    /// `lagoon back-end invite`: makes a registration token.
    struct Invite: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a token with which a back end registers one key, within a week. It is shown once.")

        @OptionGroup var target: Target

        func run() throws {
            guard FileManager.default.fileExists(atPath: target.data.url.appending(path: "shell").path) else {
                throw ValidationError(
                    "There is no Lagoon in \(target.data.path). Start one, or choose its folder with --data.")
            }
            print(try target.keys.invite(target.id()))
        }
    }

    /// `lagoon back-end list`: shows the keys.
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show the keys of a mini app's back end.")

        @OptionGroup var target: Target

        func run() throws {
            for key in try target.keys.keys(of: target.id()) {
                print("\(key.id)  \(key.isSecret ? "secret" : "public key")  \(key.created.formatted(.iso8601))")
            }
        }
    }

    /// `lagoon back-end remove`: removes a key, effective immediately.
    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a key. Anything signed or sent with it is no longer accepted.")

        @OptionGroup var target: Target

        @Argument(help: "The key's id, as list shows it.")
        var key: String

        func run() throws {
            guard try target.keys.remove(key, of: target.id()) else {
                throw ValidationError("There is no key \"\(key)\". lagoon back-end list shows them.")
            }
        }
    }
}
