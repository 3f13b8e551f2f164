import ArgumentParser
import AtollPackages
import Foundation
import PrintableText

struct BuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build", abstract: "Pack a mini app's folder into a .ma file: the same folder, the same bytes."
    )

    @OptionGroup
    var source: PackageArgument

    @Option(name: .shortAndLong, help: "The file to write. Default: the mini app's id and its version name.")
    var output: String?

    func run() throws {
        try refusing {
            let package = try source.package()
            let manifest = package.manifest
            let archive = package.archive()
            let file = URL(filePath: output ?? "\(manifest.id)-\(manifest.version.name).ma")
            try archive.write(to: file, options: .atomic)
            print("\(file.lastPathComponent): \(package.files.count) files, \(archive.count) bytes")
            print("sha256 \(SHA256Hash(of: archive))")
        }
    }
}
