import ArgumentParser
import AtollTerminal
import Foundation

/// A template for a new mini app.
enum MiniAppTemplate: String, CaseIterable, ExpressibleByArgument {
    case page, list, form, card, webxdc, portals

    /// The files with their paths in the new folder: the shared files of all templates, and this template's own.
    ///
    /// - Throws: A ``Failure`` if they are missing from the installation.
    func files() throws -> [(path: String, contents: String)] {
        guard let folder = Bundle.module.resourceURL?.appending(path: "Templates") else {
            throw Failure("The templates are missing from the installation.")
        }
        var files: [String: String] = [:]
        for part in ["shared", rawValue] {
            let place = folder.appending(path: part)
            for path in try FileManager.default.subpathsOfDirectory(atPath: place.path) {
                let source = place.appending(path: path)
                var isFolder: ObjCBool = false
                guard FileManager.default.fileExists(atPath: source.path, isDirectory: &isFolder), !isFolder.boolValue
                else { continue }
                // Hidden files have visible names in the templates.
                let name = path.hasPrefix("dot.") ? path.dropFirst("dot".count).description : path
                files[name] = try String(contentsOf: source, encoding: .utf8)
            }
        }
        return files.sorted { $0.key < $1.key }.map { (path: $0.key, contents: $0.value) }
    }
}
