import Foundation
import Hummingbird
import Mustache

/// The shell's pages, as Mustache templates.
struct Templates: Sendable {
    private let library: MustacheLibrary

    /// - Throws: Where a template is missing or can't be parsed, so that a broken one shows at the start.
    init() throws {
        // Its name is how the templates, below, ask for it.
        MustacheContentTypes.register(SafeHTML(), named: "SAFEHTML")
        guard let folder = Bundle.module.url(forResource: "Templates", withExtension: nil, subdirectory: "Resources")
        else { throw CocoaError(.fileNoSuchFile) }
        var library = MustacheLibrary()
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        where file.pathExtension == "mustache" {
            let text = try String(contentsOf: file, encoding: .utf8)
            try library.register(
                "{{% CONTENT_TYPE:SAFEHTML }}" + text, named: file.deletingPathExtension().lastPathComponent
            )
        }
        self.library = library
    }

    /// The page `name` with `values` in it.
    func page(
        _ name: String, _ values: some Sendable, status: HTTPResponse.Status = .ok, frame: String? = nil
    ) -> Response {
        guard let html = library.render(values, withTemplate: name) else {
            preconditionFailure("There is no template \(name).")
        }
        return Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
                .contentSecurityPolicy: SecurityHeaders.policy(frame: frame),
            ],
            body: .init(byteBuffer: ByteBuffer(string: html))
        )
    }
}

/// Escapes what stands in a page, scalar by scalar.
///
/// The library's own way goes by characters, and `"` followed by a combining accent is another character than `"`: it
/// would pass, and end an attribute.
struct SafeHTML: MustacheContentType {
    func escapeText(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
