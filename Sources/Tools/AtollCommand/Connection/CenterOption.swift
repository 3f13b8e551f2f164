import ArgumentParser
import AtollPackages
import AtollPublishing
import AtollTerminal
import Foundation
import SignedJSON

/// The Center that a command connects to.
struct CenterOption: ParsableArguments {
    @Option(
        name: .customLong("center"),
        help:
            "The Center's URL. Default: $ATOLL_CENTER, that of atoll.json when you publish, or the only one at which you are signed in."
    )
    var address: String?

    /// Returns the address that the command or the environment names.
    func named() throws -> String? { address ?? ProcessInfo.processInfo.environment["ATOLL_CENTER"] }

    /// - Parameter settled: The address in `atoll.json`, for commands that work on a mini app's folder.
    func url(or settled: String? = nil) throws -> URL {
        guard let text = try named() ?? settled ?? SessionStore().onlyCenter() else {
            throw Failure(
                "The Mini App Center's URL is required. Set --center or $ATOLL_CENTER, or sign in at one: atoll login ADDRESS --center URL"
            )
        }
        guard let url = URL(string: text), url.scheme == "http" || url.scheme == "https", url.host != nil else {
            throw Failure("\"\(text)\" is not a valid Center URL. Expected one such as https://miniapps.example.com.")
        }
        return url
    }
}
