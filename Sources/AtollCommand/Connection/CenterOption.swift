import ArgumentParser
import AtollPackages
import AtollPublishing
import Foundation
import SignedJSON

/// The Center that a command connects to.
struct CenterOption: ParsableArguments {
    @Option(name: .customLong("center"), help: "The Center's URL. Default: $ATOLL_CENTER.")
    var address: String?

    func url() throws -> URL {
        guard let text = address ?? ProcessInfo.processInfo.environment["ATOLL_CENTER"] else {
            throw Failure("The Mini App Center's URL is required. Set --center or $ATOLL_CENTER.")
        }
        guard let url = URL(string: text), url.scheme == "http" || url.scheme == "https", url.host != nil else {
            throw Failure("\"\(text)\" is not a valid Center URL. Expected one such as https://miniapps.example.com.")
        }
        return url
    }
}
