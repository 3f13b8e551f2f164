import ArgumentParser
import AtollPackages
import AtollTerminal
import Foundation
import PrintableText
import SignedJSON

struct InspectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Show a mini app's manifest and files.",
        discussion: """
            For instance:
              atoll package inspect kudos.ma --files
            """
    )

    @OptionGroup
    var source: PackageArgument

    @Flag(help: "List the files, with their digests.")
    var files = false

    @OptionGroup
    var result: ResultOptions

    func run() throws {
        try refusing(inJSON: result.json) {
            let package = try source.package()
            var lines = Self.facts(of: package).map { name, value in
                name.padding(toLength: 14, withPad: " ", startingAt: 0) + value
            }
            let unknown = package.manifest.unknownMembers
            if !unknown.isEmpty {
                lines.append("Members that no host knows: \(unknown.map { $0.printable() }.joined(separator: ", "))")
            }
            if files { lines += package.fileList.files.map { "\($0.sha256) \($0.length) \($0.path)" } }
            result.show(Self.members(of: package), lines: lines)
        }
    }

    /// The facts about a package as the members of a JSON object, for programs, always with the files.
    private static func members(of package: MiniAppPackage) -> [ExactString: JSONValue] {
        let manifest = package.manifest
        let list = package.fileList
        let files = list.files.map { file in
            JSONValue.object([
                "path": .string(file.path), "bytes": .integer(file.length), "sha256": .string(file.sha256.hex),
            ])
        }
        return [
            "id": .string(manifest.id.rawValue), "name": .string(manifest.name),
            "version": .version(manifest.version),
            "platform": .integer(manifest.platform.minimumCode), "pages": .strings(manifest.pages),
            "permissions": .strings(manifest.permissions.map(\.name)), "languages": .strings(package.languages),
            "unknownMembers": .strings(manifest.unknownMembers), "files": .array(files),
            "bytes": .integer(list.totalBytes), "fileList": .string(SHA256Hash(of: list.encoded()).hex),
        ]
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
