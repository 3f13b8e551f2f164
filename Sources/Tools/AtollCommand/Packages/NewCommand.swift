import ArgumentParser
import AtollPackages
import AtollRuntime
import AtollTerminal
import Foundation
import SignedJSON

/// `atoll new`: creates a mini app to start from.
struct NewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new", abstract: "Create a folder with a working mini app to start from, and tests for it.",
        discussion: """
            The folder has the mini app in app/, its tests in tests/, the types of the bridge for editors, and a README with the \
            next steps. For instance:
              atoll new "Lunch Menu"
              atoll new Poll --template webxdc

            Templates: page (one page), list (a list with its items), form (fields, a draft, what was sent), card (with a card for the \
            home screen), webxdc (a chat app of webxdc), portals (a web app for Ionic Portals).
            To start from an existing web app, see: atoll import --help
            """
    )

    @Argument(help: "The mini app's name, such as \"Lunch Menu\".")
    var name: String

    @Option(help: "What to start from: \(MiniAppTemplate.allCases.map(\.rawValue).joined(separator: ", ")).")
    var template = MiniAppTemplate.page

    @Option(help: "Its id, a reverse domain name. Default: com.example. followed by the name.")
    var id: String?

    @Option(help: "The folder to create. Default: the name in lowercase.")
    var directory: String?

    @OptionGroup
    var result: ResultOptions

    func run() throws {
        try refusing(inJSON: result.json) {
            let label = MiniAppLabel.label(of: name)
            guard (1...100).contains(name.unicodeScalars.count),
                !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }),
                !label.isEmpty || (id != nil && directory != nil)
            else {
                throw Failure(
                    "\"\(name)\" is not a valid name. Use 1 to 100 characters, with letters or digits for the id and "
                        + "the folder, or set both with --id and --directory.")
            }
            let text = id ?? "com.example.\(label)"
            guard let id = MiniAppID(text) else {
                throw Failure("\"\(text)\" is not a valid mini app id. Expected a reverse domain name in lowercase.")
            }
            let folder = URL(filePath: directory ?? label)
            guard !FileManager.default.fileExists(atPath: folder.path) else {
                throw Failure("\(folder.lastPathComponent) already exists. Nothing was changed.")
            }
            try write(to: folder, id: id)
            _ = try MiniAppPackage(files: PackageFolder(folder.appending(path: "app")).files())
            let path = directory ?? label
            let word = ShellWord.quoted(path)
            result.show(
                ["id": .string(id.rawValue), "folder": .string(path), "template": .string(template.rawValue)],
                "Created \(path). Next:", "  atoll dev \(word)", "  atoll test \(word)",
                "  atoll publish \(word) --super-app ID --notes \"The first version.\"",
                "What users see is in \(path)/app. See also \(path)/README.md.")
        }
    }

    private func write(to folder: URL, id: MiniAppID) throws {
        for (path, contents) in try template.files() {
            let target = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            // A name may contain characters that must be escaped in JSON and HTML.
            let shown = path.hasSuffix(".json") ? Self.json(name) : HTMLText.escaped(name)
            let text = contents.replacing("{{id}}", with: id.rawValue).replacing(
                "{{color}}", with: MiniAppLabel.color(of: id)
            ).replacing("{{name}}", with: shown)
            try Data(text.utf8).write(to: target)
        }
        let types = folder.appending(path: "types")
        try FileManager.default.createDirectory(at: types, withIntermediateDirectories: true)
        try BridgeScript.types.write(to: types.appending(path: "atoll.d.ts"))
    }

    private static func json(_ text: String) -> String {
        let quoted = (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
        return String(quoted.dropFirst().dropLast())
    }
}
