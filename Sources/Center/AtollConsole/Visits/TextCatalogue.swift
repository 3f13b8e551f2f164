import AtollTexts
import Foundation

/// The texts of the pages in all languages. A new language is another file of `Texts`.
struct TextCatalogue: Sendable {
    private let languages: [String: ConsoleTexts]
    private static let fallback = "en"

    init() throws {
        guard let folder = Bundle.module.url(forResource: "Texts", withExtension: nil, subdirectory: "Resources") else {
            throw CocoaError(.fileNoSuchFile)
        }
        var found: [String: ConsoleTexts] = [:]
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        where file.pathExtension == "json" {
            let language = file.deletingPathExtension().lastPathComponent
            let texts = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: file))
            found[language] = ConsoleTexts(language: language, texts: texts)
        }
        guard found[Self.fallback] != nil else { throw CocoaError(.fileNoSuchFile) }
        languages = found
    }

    /// The texts in the first available language of a list such as an `Accept-Language` header (RFC 9110, 12.5.4).
    func texts(for accepted: String?) -> ConsoleTexts {
        let best = TextLanguage.preferred(in: accepted, among: languages.keys.sorted())
        guard let texts = languages[best ?? Self.fallback] ?? languages[Self.fallback] else {
            preconditionFailure("The catalogue has no texts in \(Self.fallback).")
        }
        return texts
    }
}
