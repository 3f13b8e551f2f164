import Foundation

/// The texts of a module in all its languages, from String Catalogs (`.xcstrings`), the format that Xcode edits.
///
/// A key is the text in the source language, so that code and templates can be read:
///
/// ```swift
/// let texts = TextCatalog.bundled(.module)
/// texts("Sign out")             // "Abmelden" while TextLanguage.current is "de"
/// texts("\(count) mini apps")   // in the plural that the number needs
/// ```
///
/// A text that has no translation is shown in the source language.
public struct TextCatalog: Sendable {
    private enum Translation: Hashable, Sendable {
        case plain(TextPattern)
        case plural([PluralCategory: TextPattern])
    }

    /// The language of the keys, such as `en`.
    public let sourceLanguage: String
    private let translations: [String: [String: Translation]]
    /// The keys with placeholders, parsed once because the source language is shown as often as all others.
    private let keys: [String: TextPattern]

    /// Reads String Catalogs.
    ///
    /// - Parameter files: The contents of the files. They must have the same source language.
    /// - Throws: `DecodingError` if one of them is not a String Catalog.
    public init(_ files: [Data]) throws {
        var translations: [String: [String: Translation]] = [:]
        var keys: [String: TextPattern] = [:]
        var source = "en"
        for file in files {
            let catalog = try JSONDecoder().decode(StringCatalogFile.self, from: file)
            source = catalog.sourceLanguage
            for (key, entry) in catalog.strings {
                if key.utf8.contains(UInt8(ascii: "%")) { keys[key] = TextPattern(key) }
                for (language, localization) in entry.localizations ?? [:] {
                    translations[language, default: [:]][key] = Self.translation(localization)
                }
            }
        }
        sourceLanguage = source
        self.translations = translations
        self.keys = keys
    }

    /// Reads all String Catalogs in a folder of a bundle. If that fails, the catalogue has no translations: an app that
    /// shows the source language is better than none.
    public static func bundled(_ bundle: Bundle, folder: String = "Texts") -> TextCatalog {
        let parts = folder.split(separator: "/").map(String.init)
        let parent = parts.dropLast().joined(separator: "/")
        let url = bundle.url(
            forResource: parts.last, withExtension: nil, subdirectory: parent.isEmpty ? nil : parent)
        let names = url.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0.path) } ?? []
        let files = names.filter { $0.hasSuffix(".xcstrings") }.sorted().compactMap { name in
            url.flatMap { try? Data(contentsOf: $0.appending(path: name)) }
        }
        return (try? TextCatalog(files)) ?? .empty
    }

    /// A catalogue without translations.
    public static let empty = TextCatalog()

    private init() {
        sourceLanguage = "en"
        translations = [:]
        keys = [:]
    }

    /// The languages of the catalogue, with the source language first.
    public var languages: [String] {
        [sourceLanguage] + translations.keys.filter { $0 != sourceLanguage }.sorted()
    }

    /// Returns a text in ``TextLanguage/current``.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public func callAsFunction(_ key: TextKey) -> String { text(key, in: TextLanguage.current) }

    /// Returns a text in a language.
    public func text(_ key: TextKey, in language: String) -> String {
        // A text without a translation uses the plurals and numbers of the source language.
        let isKnown = language == sourceLanguage || translations[language] != nil
        let language = isKnown ? language : nearest(to: language)
        let known = translations[language]?[key.format]
        let shown = known == nil ? sourceLanguage : language
        let arguments = key.arguments.map { Self.text(of: $0, in: shown) }
        switch known ?? translations[sourceLanguage]?[key.format] {
        case .plain(let pattern): return pattern.text(with: arguments)
        case .plural(let patterns):
            let number =
                key.arguments.lazy.compactMap { if case .number(let number) = $0 { number } else { nil } }.first ?? 0
            let category = PluralCategory(of: number, in: shown)
            return (patterns[category] ?? patterns[.other])?.text(with: arguments) ?? key.format
        case nil:
            // A text that is known only at run time has no placeholders, even if it looks so.
            guard !arguments.isEmpty else { return key.format }
            return (keys[key.format] ?? TextPattern(key.format)).text(with: arguments)
        }
    }

    /// The language whose texts are used for a region: `es` for `es-419`.
    private func nearest(to language: String) -> String {
        TextLanguage.match(language, among: Array(translations.keys)) ?? sourceLanguage
    }

    /// Returns the translation of a key without plurals, with its placeholders unchanged; nil if it is not translated.
    public func translation(of key: String, in language: String) -> String? {
        guard case .plain(let pattern) = translations[language]?[key] else { return nil }
        return pattern.source
    }

    /// The texts of one language by key, for a script: as JSON, a text or an object of its plurals.
    public struct Table: Encodable, Sendable {
        fileprivate enum Value: Encodable {
            case text(String)
            case plural([String: String])

            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                switch self {
                case .text(let text): try container.encode(text)
                case .plural(let forms): try container.encode(forms)
                }
            }
        }

        fileprivate let values: [String: Value]

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(values)
        }
    }

    /// Returns all texts in a language.
    public func table(in language: String) -> Table {
        Table(
            values: (translations[language] ?? [:]).mapValues { translation in
                switch translation {
                case .plain(let pattern): .text(pattern.source)
                case .plural(let patterns):
                    .plural(Dictionary(patterns.map { ($0.key.rawValue, $0.value.source) }) { first, _ in first })
                }
            })
    }

    private static func translation(_ localization: StringCatalogFile.Localization) -> Translation? {
        if let plural = localization.variations?.plural {
            var patterns: [PluralCategory: TextPattern] = [:]
            for (name, form) in plural {
                guard let category = PluralCategory(rawValue: name), let unit = form.stringUnit else { continue }
                patterns[category] = TextPattern(unit.value)
            }
            return .plural(patterns)
        }
        // An empty one is not translated yet.
        return localization.stringUnit.flatMap { $0.value.isEmpty ? nil : .plain(TextPattern($0.value)) }
    }

    /// An argument as it is shown. In right-to-left text, a value is isolated so that it has its own direction.
    private static func text(of argument: TextKey.Argument, in language: String) -> String {
        switch argument {
        case .number(let number): number.formatted(.number.locale(TextLanguage.locale(of: language)))
        case .text(let text): TextLanguage.isRightToLeft(language) ? "\u{2068}\(text)\u{2069}" : text
        }
    }
}
