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
    @Option(name: .customLong("data"), help: "The folder of the database, blobs, repository and keys.")
    var path = ".atoll-center"

    var url: URL { URL(filePath: path) }
}
