import ArgumentParser
import AtollPackages
import AtollPublishing
import Foundation
import SignedJSON

/// The Center that a command connects to.
struct CenterOption: ParsableArguments {
    @Option(
        name: .customLong("center"),
        help:
            "The Center's URL. Default: $ATOLL_CENTER, that of atoll.json, or the only one at which you are signed in.")
    var address: String?

    /// - Parameter folder: Where `atoll.json` may be.
    func url(of folder: String = ".") throws -> URL {
        let own = address ?? ProcessInfo.processInfo.environment["ATOLL_CENTER"]
        guard let text = try own ?? ProjectSettings(of: folder).center ?? SessionStore().onlyCenter() else {
            throw Failure(
                "The Mini App Center's URL is required. Set --center or $ATOLL_CENTER, or sign in at one: atoll login")
        }
        guard let url = URL(string: text), url.scheme == "http" || url.scheme == "https", url.host != nil else {
            throw Failure("\"\(text)\" is not a valid Center URL. Expected one such as https://miniapps.example.com.")
        }
        return url
    }
}
