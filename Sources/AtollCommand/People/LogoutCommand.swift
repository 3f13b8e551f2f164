import ArgumentParser
import AtollPublishing
import Foundation

/// `atoll logout`: ends the session of `atoll login`.
struct LogoutCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "End the session at a Mini App Center.")

    @OptionGroup
    var center: CenterOption

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
            print("Signed out.")
        }
    }
}
