import ArgumentParser
import AtollCenter
import AtollPackages
import BoundedHTTP
import BoundedServer
import Foundation
import Logging
import NIOCore
import PrintableText
import ServiceLifecycle

struct CenterDataOption: ParsableArguments {
    @Option(
        name: .customLong("data"),
        help: "The folder of the database, blobs, repository and keys. Default: .atoll-center")
    var given: String?

    /// The folder if none is named.
    static let standard = ".atoll-center"

    var path: String { given ?? Self.standard }
    var url: URL { URL(filePath: path) }
}
