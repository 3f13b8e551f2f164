import Foundation

/// Finds what a page will load, before its browser does: the style sheets and scripts that its document names, and what those
/// scripts import. A browser that is told so asks for all of it at once, and not for one after another.
///
/// Texts are looked through, not parsed: what a comment names is loaded in vain, and nothing else happens. Only files that there
/// are count.
struct PagePreloads {
    /// Returns a file, by its path without the leading slash.
    let read: (_ path: String) throws -> Data?

    private static let maximumLinks = 32
    /// Longer files are not looked through, in bytes.
    private static let maximumLength = 256 * 1024

    /// The values of `Link` headers (RFC 8288) for a document.
    ///
    /// - Parameters:
    ///   - document: The path of the document's file.
    ///   - language: The language whose texts the page will ask for, or nil if there are none.
    /// - Complexity: Linear in the lengths of the files.
    func links(of document: String, language: String?) throws -> [String] {
        guard let text = try self.text(of: document) else { return [] }
        var links: [String] = []
        var modules: [String] = []
        for tag in Self.tags(in: text) {
            switch tag {
            case .stylesheet(let address):
                guard let path = Self.path(address, from: document), try read(path) != nil else { continue }
                links.append(Self.link(path, "preload; as=style"))
            case .script(let address, let isModule):
                guard let path = Self.path(address, from: document), try read(path) != nil else { continue }
                if isModule { modules.append(path) } else { links.append(Self.link(path, "preload; as=script")) }
            }
        }
        var seen = Set(modules)
        var asksForTexts = false
        var index = 0
        while index < modules.count, links.count + modules.count < Self.maximumLinks {
            let module = modules[index]
            index += 1
            guard let source = try self.text(of: module) else { continue }
            if !module.hasPrefix(ResourceServer.hostFolder), source.contains("start(") || source.contains("texts(") {
                asksForTexts = true
            }
            for address in Self.imports(in: source) {
                guard let path = Self.path(address, from: module), !seen.contains(path), try read(path) != nil else {
                    continue
                }
                seen.insert(path)
                modules.append(path)
            }
        }
        links += modules.map { Self.link($0, "modulepreload") }
        if let language, asksForTexts { links.append(Self.link("i18n/\(language).json", "preload; as=fetch; crossorigin")) }
        return Array(links.prefix(Self.maximumLinks))
    }

    private func text(of path: String) throws -> String? {
        guard let data = try read(path), data.count <= Self.maximumLength else { return nil }
        return String(decoding: data, as: UTF8.self)
    }

    private static func link(_ path: String, _ relation: String) -> String {
        let path = path.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
        return "</\(path)>; rel=\(relation)"
    }

    private static let allowed = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/")

    /// The path that an address in a file means; nil for another origin, or for what only this browser resolves.
    static func path(_ address: String, from file: String) -> String? {
        guard !address.hasPrefix("//"), let address = address.prefix(while: { $0 != "?" && $0 != "#" }).removingPercentEncoding,
            !address.isEmpty
        else { return nil }
        var parts: [Substring]
        if address.hasPrefix("/") {
            parts = []
        } else {
            guard !address.contains(":") else { return nil }
            parts = file.split(separator: "/").dropLast()
        }
        for part in address.split(separator: "/") {
            switch part {
            case ".": continue
            case "..": if !parts.isEmpty { parts.removeLast() }
            default: parts.append(part)
            }
        }
        return parts.isEmpty ? nil : parts.joined(separator: "/")
    }

    // MARK: Looking through texts

    enum Tag: Hashable {
        case stylesheet(String)
        case script(String, isModule: Bool)
    }

    /// The tags of a document that load something.
    static func tags(in text: String) -> [Tag] {
        text.matches(of: /<(script|link)\b([^>]*)>/.ignoresCase()).compactMap { match in
            let attributes = Dictionary(
                match.2.matches(of: /([a-zA-Z]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/).map {
                    ($0.1.lowercased(), String($0.2 ?? $0.3 ?? ""))
                }
            ) { first, _ in first }
            if match.1.lowercased() == "script" {
                guard let source = attributes["src"] else { return nil }
                return .script(source, isModule: attributes["type"] == "module")
            }
            guard let address = attributes["href"],
                attributes["rel"]?.lowercased().split(separator: " ").contains("stylesheet") == true
            else { return nil }
            return .stylesheet(address)
        }
    }

    /// What a module imports before it runs, as far as it is a path.
    static func imports(in text: String) -> [String] {
        text.matches(of: /\b(?:import|from)\s*(?:"([^"\n]*)"|'([^'\n]*)')/).map { String($0.1 ?? $0.2 ?? "") }
            .filter { $0.hasPrefix("/") || $0.hasPrefix("./") || $0.hasPrefix("../") }
    }
}
