import AtollPackages
import AtollTerminal
import Foundation
import SignedJSON

/// A web app that becomes a mini app.
struct ImportedWebApp {
    let source: WebAppSource
    let kind: Manifest.Compatibility.Kind
    var name: String
    var evaluates = false
    var platform: String?
    var network: [String] = []
    var media: [String] = []

    /// The folder of the web app's own files.
    var root = "web"
    private static let telegramScript = "https://telegram.org/js/telegram-web-app.js"

    init(_ source: WebAppSource, kind: Manifest.Compatibility.Kind) {
        self.source = source
        self.kind = kind
        name = WebAppGuess.name(of: source)
    }

    /// The files of the package.
    ///
    /// - Parameters:
    ///   - id: The mini app's id.
    ///   - before: The manifest from an earlier import. The developer's changes to it stay.
    func files(id: MiniAppID, after before: Data?) throws -> [PackageFile] {
        var files = source.files.map { file in
            PackageFile(
                path: "\(root)/\(file.path)", contents: file.path.hasSuffix(".html") ? page(file) : file.contents)
        }
        var icon = WebAppGuess.icon(of: source).map { "\(root)/\($0)" }
        if icon == nil {
            icon = "common/icon.svg"
            files.append(PackageFile(path: "common/icon.svg", contents: Data(monogram.utf8)))
        }
        files += [
            PackageFile(path: "app.js", contents: Data("// The web app's own scripts are in \(root)/.\n".utf8)),
            PackageFile(
                path: "app.css", contents: Data("/* The web app's own style sheets are in \(root)/. */\n".utf8)),
            PackageFile(path: "pages/index.html", contents: Data(placeholder.utf8)),
            PackageFile(
                path: Manifest.path,
                contents: try before.map { try raised($0, id: id) } ?? manifest(id: id, icon: icon ?? "")),
        ]
        return files
    }

    /// A page without the script of Telegram's own site, which no host loads, and otherwise unchanged.
    private func page(_ file: PackageFile) -> Data {
        guard kind == .telegram, let text = String(data: file.contents, encoding: .utf8) else { return file.contents }
        // The URL may have a version.
        let parts = text.components(separatedBy: Self.telegramScript)
        guard parts.count > 1 else { return file.contents }
        let rest = parts.dropFirst().map { part in
            part.hasPrefix("?") ? String(part.drop { $0 != "\"" && $0 != "'" && $0 != ">" && !$0.isWhitespace }) : part
        }
        return Data(([parts[0]] + rest).joined(separator: "/.atoll/compat/telegram.js").utf8)
    }

    // MARK: The manifest

    private func manifest(id: MiniAppID, icon: String) throws -> Data {
        struct Contents: Encodable {
            struct Version: Encodable {
                let code = 1
                let name = "1.0.0"
            }
            struct Platform: Encodable {
                let minimum = 1
                enum CodingKeys: String, CodingKey { case minimum = "min_code" }
            }
            struct Permission: Encodable {
                let name: String
                let reason: String
                let isOptional = true
                enum CodingKeys: String, CodingKey {
                    case name, reason
                    case isOptional = "atoll_optional"
                }
            }
            struct Icon: Encodable {
                let src: String
                let sizes = "any"
            }
            struct Compatibility: Encodable {
                let kind: String
                let root: String
                let fallback: Bool
                let eval: Bool
                let platform: String?
            }
            let id: String
            let name: String
            let description: String?
            let version = Version()
            let platform = Platform()
            let permissions: [Permission]
            let network: [String]?
            let media: [String]?
            let pages = ["pages/index"]
            let icons: [Icon]
            let compatibility: Compatibility
            enum CodingKeys: String, CodingKey {
                case name, description, version, pages, icons
                case id = "app_id"
                case platform = "platform_version"
                case permissions = "req_permissions"
                case network = "atoll_network"
                case media = "atoll_media"
                case compatibility = "atoll_compat"
            }
        }
        let permissions = WebAppGuess.permissions(of: source, kind)
        let contents = Contents(
            id: id.rawValue, name: name, description: WebAppGuess.description(of: source),
            permissions: permissions.map { .init(name: $0.name, reason: $0.reason) },
            network: network.isEmpty ? nil : network, media: media.isEmpty ? nil : media, icons: [.init(src: icon)],
            compatibility: .init(
                kind: kind.rawValue, root: root, fallback: kind != .webxdc, eval: evaluates, platform: platform))
        return try encoded(contents)
    }

    /// The previous manifest with the next version code and the options of this import.
    private func raised(_ before: Data, id: MiniAppID) throws -> Data {
        guard var members = try JSONSerialization.jsonObject(with: before) as? [String: Any],
            var version = members["version"] as? [String: Any], let code = version["code"] as? Int, code < Int32.max,
            var layer = members["atoll_compat"] as? [String: Any]
        else { throw Failure("The manifest can't be read.") }
        // With another id, it is another mini app, which begins with its first version.
        let isSame = members["app_id"] as? String == id.rawValue
        version["code"] = isSame ? code + 1 : 1
        version["name"] = isSame ? "1.0.\(code)" : "1.0.0"
        members["app_id"] = id.rawValue
        members["version"] = version
        if evaluates { layer["eval"] = true }
        if let platform { layer["platform"] = platform }
        members["atoll_compat"] = layer
        if !network.isEmpty { members["atoll_network"] = network }
        if !media.isEmpty { members["atoll_media"] = media }
        return try JSONSerialization.data(
            withJSONObject: members, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]) + Data("\n".utf8)
    }

    private func encoded(_ contents: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(contents) + Data("\n".utf8)
    }

    // MARK: Files of every package

    private var placeholder: String {
        """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <title>\(HTMLText.escaped(name))</title>
        <p>This mini app needs a host that knows the member "atoll_compat" of its manifest.</p>

        """
    }

    /// An icon with the first letter of the name.
    private var monogram: String {
        let letter = name.first { $0.isLetter || $0.isNumber }.map { $0.uppercased() } ?? "•"
        // The same name always has the same colour.
        let hue = name.unicodeScalars.reduce(0) { ($0 &* 31 &+ Int($1.value)) & 0xffff } % 360
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="22" fill="hsl(\(hue) 55% 42%)"/>\
            <text x="48" y="66" font-family="system-ui, sans-serif" font-size="52" font-weight="600" text-anchor="middle" \
            fill="#fff">\(HTMLText.escaped(letter))</text></svg>

            """
    }
}
