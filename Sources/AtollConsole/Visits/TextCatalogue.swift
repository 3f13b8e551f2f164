import Foundation

/// The texts of the pages in all languages. The next language is another file of `Texts`.
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

    /// The texts in the first language of a list that there is, such as an `Accept-Language` header (RFC 9110, 12.5.4).
    func texts(for accepted: String?) -> ConsoleTexts {
        let asked = (accepted ?? "").prefix(200).split(separator: ",").compactMap { part -> (String, Double)? in
            let pieces = part.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            guard let tag = pieces.first?.split(separator: "-").first?.lowercased() else { return nil }
            let weight = pieces.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            return (tag, weight)
        }
        let best = asked.filter { languages[$0.0] != nil }.max { $0.1 < $1.1 }?.0
        guard let texts = languages[best ?? Self.fallback] ?? languages[Self.fallback] else {
            preconditionFailure("The catalogue has no texts in \(Self.fallback).")
        }
        return texts
    }
}
