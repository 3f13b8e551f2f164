import ArgumentParser
import Foundation

/// `--data`.
struct DataOption: ParsableArguments {
    @Option(name: .customLong("data"), help: "The directory in which everything is kept.")
    var path = ".lagoon"

    var url: URL { URL(fileURLWithPath: path) }
}
