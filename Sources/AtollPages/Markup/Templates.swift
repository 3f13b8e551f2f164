import Foundation
import Mustache

/// The Mustache templates of a feature or of the shell.
public struct Templates: Sendable {
    private let library: MustacheLibrary
    private let texts: [String: String]

    /// Reads the templates of a folder.
    ///
    /// - Parameters:
    ///   - bundle: The bundle that has the folder.
    ///   - folder: The folder's path in `bundle`.
    /// - Throws: An error if the folder is missing or a template can't be parsed, so that a broken template fails at
    ///   startup.
    public init(in bundle: Bundle, folder: String = "Templates") throws {
        // The templates select it by this name, in the CONTENT_TYPE below.
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

    /// The style sheets of the folder, joined in the order of their names.
    var stylesheet: String {
        texts.filter { $0.key.hasSuffix(".css") }.sorted { $0.key < $1.key }.map(\.value).joined()
    }

    /// Returns the text of a file in the folder that is not a template.
    ///
    /// - Returns: The unchanged text, or nil if there is no such file.
    public func text(_ name: String) -> String? { texts[name] }

    /// Renders the template `name` with escaped `values`.
    ///
    /// - Precondition: The folder has a template with this name.
    public func render(_ name: String, _ values: some Sendable) -> HTML {
        guard let markup = library.render(values, withTemplate: name) else {
            preconditionFailure("There is no template \(name).")
        }
        return HTML(markup: markup)
    }
}
