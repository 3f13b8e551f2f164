import ArgumentParser
import AtollPackages
import Foundation
import PrintableText

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Show a mini app's manifest and files."
    )

    @OptionGroup
    var source: PackageArgument

    @Flag(help: "List the files, with their digests.")
    var files = false

    func run() throws {
        try refusing {
            let package = try source.package()
            for (name, value) in Self.facts(of: package) {
                print(name.padding(toLength: 14, withPad: " ", startingAt: 0) + value)
            }
            let unknown = package.manifest.unknownMembers
            if !unknown.isEmpty {
                print(
                    "Members that no host knows: \(unknown.map { $0.printable() }.joined(separator: ", "))"
                )
            }
            if files {
                for file in package.fileList.files { print("\(file.sha256) \(file.length) \(file.path)") }
            }
        }
    }

    private static func facts(of package: MiniAppPackage) -> [(String, String)] {
        let manifest = package.manifest
        let list = package.fileList
        let languages = package.languages
        return [
            ("id", manifest.id.rawValue), ("name", manifest.name.printable()),
            ("version", "\(manifest.version.name.printable()) (code \(manifest.version.code))"),
            ("platform", "from \(manifest.platform.minimumCode)"),
            ("pages", manifest.pages.joined(separator: ", ")),
            (
                "permissions",
                manifest.permissions.isEmpty
                    ? "none" : manifest.permissions.map { $0.name.printable() }.joined(separator: ", ")
            ),
            ("languages", languages.isEmpty ? "the manifest's only" : languages.joined(separator: ", ")),
            ("files", "\(list.files.count), \(list.totalBytes) bytes"),
            ("file list", SHA256Hash(of: list.encoded()).hex),
        ]
    }
}
