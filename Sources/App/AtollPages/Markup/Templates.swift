import AtollTexts
import Foundation
import Mustache

/// The Mustache templates of a feature or of the shell, in all languages of its texts.
///
/// A text between `{{#t}}` and `{{/t}}` is translated when the templates are read, so that a page costs nothing more for it. It
/// may have values and tags, which its translations have, too:
///
/// ```html
/// <button aria-label="{{#t}}About {{name}}{{/t}}">…</button>
/// ```
public struct Templates: Sendable {
    /// The templates by language.
    private let libraries: [String: MustacheLibrary]
    private let texts: [String: String]
    /// The translations of the texts.
    let catalog: TextCatalog

    /// Reads the templates of a folder.
    ///
    /// - Parameters:
    ///   - bundle: The bundle that has the folder.
    ///   - folder: The folder's path in `bundle`.
    ///   - catalog: The translations of the texts.
    /// - Throws: An error if the folder is missing or a template can't be parsed, so that a broken template fails at
    ///   startup.
    public init(in bundle: Bundle, folder: String = "Templates", texts catalog: TextCatalog = .empty) throws {
        // The templates select it by this name, in the CONTENT_TYPE below.
        MustacheContentTypes.register(SafeHTML(), named: "SAFEHTML")
        let parts = folder.split(separator: "/").map(String.init)
        guard let name = parts.last,
            let folder = bundle.url(
                forResource: name, withExtension: nil,
                subdirectory: parts.count > 1 ? parts.dropLast().joined(separator: "/") : nil
            )
        else { throw CocoaError(.fileNoSuchFile) }
        var libraries: [String: MustacheLibrary] = [:]
        var texts: [String: String] = [:]
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let text = try String(contentsOf: file, encoding: .utf8)
            guard file.pathExtension == "mustache" else {
                texts[file.lastPathComponent] = text
                continue
            }
            for language in catalog.languages {
                try libraries[language, default: MustacheLibrary()].register(
                    "{{% CONTENT_TYPE:SAFEHTML }}" + Self.translated(text, to: language, catalog),
                    named: file.deletingPathExtension().lastPathComponent
                )
            }
        }
        self.libraries = libraries
        self.texts = texts
        self.catalog = catalog
    }

    /// A template with its texts in a language.
    private static func translated(_ template: String, to language: String, _ catalog: TextCatalog) -> String {
        template.replacing(#/\{\{#t\}\}(.*?)\{\{\/t\}\}/#.dotMatchesNewlines()) { match in
            catalog.translation(of: String(match.1), in: language) ?? String(match.1)
        }
    }

    /// The style sheets of the folder, joined in the order of their names.
    var stylesheet: String {
        texts.filter { $0.key.hasSuffix(".css") }.sorted { $0.key < $1.key }.map(\.value).joined()
    }

    /// Returns the text of a file in the folder that is not a template.
    ///
    /// - Returns: The unchanged text, or nil if there is no such file.
    public func text(_ name: String) -> String? { texts[name] }

    /// Renders the template `name` with escaped `values`, in `TextLanguage.current` or the source language of the texts.
    ///
    /// The members that `values` encodes are the names in the template. In a debug build, a name that they do not have stops the
    /// program: a misspelt one would show nothing.
    ///
    /// ```swift
    /// struct Row: Encodable, Sendable {
    ///     let name: String
    ///     let price: String?
    /// }
    /// let row = templates.render("row", Row(name: "Tea", price: nil))
    /// ```
    ///
    /// - Precondition: The folder has a template with this name, and `values` can be encoded.
    /// - Complexity: O(*n*) in the length of the template, of what it includes, and of what it repeats.
    public func render(_ name: String, _ values: some Encodable & Sendable) -> HTML {
        do {
            guard let object = try TemplateEncoder.value(of: values) as? TemplateObject else {
                preconditionFailure("The values of the template \(name) have no names.")
            }
            object.isWhole = true
            return render(name, object)
        } catch {
            preconditionFailure("The values of the template \(name) can't be encoded: \(error)")
        }
    }

    /// Renders the template `name` with escaped `values` of different kinds, some of which may be missing.
    ///
    /// - Parameters:
    ///   - name: A template of the folder.
    ///   - values: Texts, numbers, `Bool`, `NSNull` for nothing, other values that can be encoded, and arrays and dictionaries of
    ///     these.
    /// - Precondition: The folder has a template with this name, and the values are of these kinds.
    public func render(_ name: String, _ values: [String: any Sendable]) -> HTML {
        render(name, TemplateObject(values))
    }

    private func render(_ name: String, _ object: TemplateObject) -> HTML {
        let library = libraries[TextLanguage.current] ?? libraries[catalog.sourceLanguage]
        guard let markup = library?.render(object, withTemplate: name) else {
            preconditionFailure("There is no template \(name).")
        }
        return HTML(markup: markup)
    }
}
