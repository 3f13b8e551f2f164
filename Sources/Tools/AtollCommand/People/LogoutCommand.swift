import ArgumentParser
import AtollPublishing
import AtollTerminal
import Foundation
import SignedJSON

/// `atoll logout`: ends the session of `atoll login`.
struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "End the session at a Mini App Center.",
        discussion: """
            For instance:
              atoll logout --center http://127.0.0.1:8081
            """)

    @OptionGroup
    var center: CenterOption

    @OptionGroup
    var result: ResultOptions

    func run() async throws {
        try await reporting {
            let url = try center.url()
            let store = SessionStore()
            guard let secret = try store.secret(at: url) else { throw Failure("There is no session at \(url).") }
            do {
                _ = try await CenterClient(center: url, secret: secret).send("DELETE", "v1/session")
            } catch PublishingFailure.refused(status: 401, _, _) {
                // It has ended already.
            }
            try store.keep(nil, at: url)
            result.show(["center": .string(url.absoluteString)], "Signed out.")
        }
    }
}
