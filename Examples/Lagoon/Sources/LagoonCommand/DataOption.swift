import ArgumentParser
import Foundation

/// The option `--data`, which several commands share.
struct DataOption: ParsableArguments {
    @Option(name: .customLong("data"), help: "The directory for all data.")
    var path = ".lagoon"

    var url: URL { URL(fileURLWithPath: path) }
}
