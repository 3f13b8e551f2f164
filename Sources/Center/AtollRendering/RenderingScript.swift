import AtollPackages
import AtollRuntime
import Foundation

/// The scripts that the renderer runs in pages.
enum RenderingScript {
    /// The script that stands in for the host. It runs before any script of the page.
    static func host(for manifest: Manifest) throws -> String {
        struct MiniApp: Encodable {
            let id: String
            let version: String
            let code: Int
        }
        let miniApp = MiniApp(
            id: manifest.id.rawValue, version: manifest.version.name, code: manifest.version.code)
        let text = String(decoding: try JSONEncoder().encode(miniApp), as: UTF8.self)
        let bridge = String(decoding: BridgeDescription.contents, as: UTF8.self)
        let checks = String(decoding: BridgeDescription.checks, as: UTF8.self)
        return "(() => {\n\(checks)\(contents(of: "host").trimmedEnd)(\(text), \(bridge), AtollParameters);\n})();"
    }

    /// The script that finds content of a page that can't be read or heard.
    static let accessibility = contents(of: "accessibility")

    private static func contents(of name: String) -> String {
        guard let url = Bundle.module.url(forResource: name, withExtension: "js", subdirectory: "Scripts"),
            let data = try? Data(contentsOf: url)
        else { preconditionFailure("The resources of AtollRendering have no \(name).js.") }
        return String(decoding: data, as: UTF8.self)
    }
}

extension String {
    fileprivate var trimmedEnd: Substring {
        self[..<(lastIndex(where: { !$0.isWhitespace }).map(index(after:)) ?? startIndex)]
    }
}
