import ArgumentParser
import AtollCatalog
import AtollPackages
import Foundation

/// The option `--cache`: the device's folder.
struct CacheFolder: ParsableArguments {
    @Option(name: .customLong("cache"), help: "The folder of the device's cache and trusted metadata.")
    var path = ".atoll-device"

    var url: URL { URL(filePath: path) }
}
