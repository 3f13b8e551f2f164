import ArgumentParser
import AtollPackages
import AtollTerminal
import Foundation
import PrintableText
import SignedJSON

struct BuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "build", abstract: "Pack a mini app's folder into a .ma file: the same folder, the same bytes.",
        discussion: """
            For instance:
              atoll package build kudos --output kudos.ma
            """
    )

    @OptionGroup
    var source: PackageArgument

    @Option(name: .shortAndLong, help: "The file to write. Default: the mini app's id and its version name.")
    var output: String?

    @OptionGroup
    var result: ResultOptions

    func run() throws {
        try refusing(inJSON: result.json) {
            let package = try source.package()
            let manifest = package.manifest
            let archive = package.archive()
            let file = URL(filePath: output ?? "\(manifest.fileName).ma")
            try archive.write(to: file, options: .atomic)
            let digest = SHA256Hash(of: archive)
            result.show(
                [
                    "id": .string(manifest.id.rawValue), "version": .version(manifest.version),
                    "file": .string(file.path),
                    "files": .integer(package.files.count), "bytes": .integer(archive.count),
                    "sha256": .string(digest.hex),
                ],
                "\(file.lastPathComponent): \(package.files.count) files, \(archive.count) bytes", "sha256 \(digest)")
        }
    }
}
