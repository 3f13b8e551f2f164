import Foundation
import Mustache

/// The Mustache templates of a feature or of the shell.
public struct Templates: Sendable {
    private let library: MustacheLibrary
    private let texts: [String: String]

    /// Reads the templates of a folder.
    ///
    /// - Parameter folder: The folder's name in `bundle`.
    /// - Throws: Where it is missing or a template can't be parsed, so that a broken one shows at the start.
    public init(in bundle: Bundle, folder: String = "Templates") throws {
        // Its name is how the templates, below, ask for it.
        MustacheContentTypes.register(SafeHTML(), named: "SAFEHTML")
        let parts = folder.split(separator: "/").map(String.init)
        guard let name = parts.last,
            let folder = bundle.url(
                forResource: name, withExtension: nil,
                subdirectory: parts.count > 1 ? parts.dropLast().joined(separator: "/") : nil
            )
        else { throw CocoaError(.fileNoSuchFile) }
        var library = MustacheLibrary()
        var texts: [String: String] = [:]
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let text = try String(contentsOf: file, encoding: .utf8)
            guard file.pathExtension == "mustache" else {
                texts[file.lastPathComponent] = text
                continue
            }
            try library.register(
                "{{% CONTENT_TYPE:SAFEHTML }}" + text, named: file.deletingPathExtension().lastPathComponent
            )
        }
        self.library = library
        self.texts = texts
    }

    /// Another file of the folder, such as a style sheet, as it is; nil where there is none.
    public func text(_ name: String) -> String? { texts[name] }

    /// The template `name` with `values` in it, each escaped.
    ///
    /// - Precondition: There is such a template.
    public func render(_ name: String, _ values: some Sendable) -> HTML {
        guard let markup = library.render(values, withTemplate: name) else {
            preconditionFailure("There is no template \(name).")
        }
        return HTML(markup: markup)
    }
}
