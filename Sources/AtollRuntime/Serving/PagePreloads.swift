import Foundation

/// Finds what a page will load, before its browser does: the style sheets and scripts that its document names, and what those
/// scripts import. A browser that is told so asks for all of it at once, and not for one after another.
///
/// It scans texts and does not parse them: what a comment names is loaded in vain, and nothing else happens. Only files that
/// exist count.
struct PagePreloads {
    /// Whether there is a file, by its path without the leading slash.
    let has: (_ path: String) -> Bool
    /// Returns a file.
    let read: (_ path: String) throws -> Data?

    private static let maximumLinks = 32
    /// Longer files are not scanned, in bytes.
    private static let maximumLength = 256 * 1024
    /// How much is scanned in all, in bytes.
    private static let maximumScanned = 1024 * 1024

    /// The values of `Link` headers (RFC 8288) for a document.
    ///
    /// - Parameters:
    ///   - document: The path of the document's file.
    ///   - language: The language whose texts the page will ask for, or nil if there are none.
    /// - Complexity: Linear in the lengths of the files, of which about a megabyte is scanned at most.
    func links(of document: String, language: String?) throws -> [String] {
        guard let text = try self.text(of: document) else { return [] }
        var links: [String] = []
        var modules: [String] = []
        for tag in Self.tags(in: text) {
            switch tag {
            case .stylesheet(let address):
                guard let path = Self.path(address, from: document), has(path) else { continue }
                links.append(Self.link(path, "preload; as=style"))
            case .script(let address, let isModule):
                guard let path = Self.path(address, from: document), has(path) else { continue }
                if isModule { modules.append(path) } else { links.append(Self.link(path, "preload; as=script")) }
            }
        }
        var seen = Set(modules)
        var asksForTexts = false
        var index = 0
        var scanned = 0
        while index < modules.count, scanned < Self.maximumScanned, links.count + modules.count < Self.maximumLinks {
            let module = modules[index]
            index += 1
            guard let source = try self.text(of: module) else { continue }
            scanned += source.utf8.count
            if !module.hasPrefix(ResourceServer.hostFolder), source.contains("start(") || source.contains("texts(") {
                asksForTexts = true
            }
            for address in Self.imports(in: source) {
                guard let path = Self.path(address, from: module), !seen.contains(path), has(path) else {
                    continue
                }
                seen.insert(path)
                modules.append(path)
            }
        }
        links += modules.map { Self.link($0, "modulepreload") }
        if let language, asksForTexts {
            links.append(Self.link("i18n/\(language).json", "preload; as=fetch; crossorigin"))
        }
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
        // With a query it is another address, for a browser, than the file's own.
        guard !address.hasPrefix("//"), !address.contains("?"),
            let address = address.prefix(while: { $0 != "#" }).removingPercentEncoding,
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

    // MARK: Scanning

    enum Tag: Hashable {
        case stylesheet(String)
        case script(String, isModule: Bool)
    }

    /// The tags of a document that load something.
    ///
    /// - Complexity: O(*n*): no byte is looked at more than a few times, whatever the text.
    static func tags(in text: String) -> [Tag] {
        let bytes = Array(text.utf8)
        var tags: [Tag] = []
        var index = 0
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            guard let close = bytes[open...].firstIndex(of: UInt8(ascii: ">")) else { break }
            index = close + 1
            let start = bytes[open..<close].lastIndex(of: UInt8(ascii: "<")) ?? open
            let name = bytes[(start + 1)..<close].prefix { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7a }
            guard (4...6).contains(name.count), close - start <= maximumTag else { continue }
            let attributes = attributes(in: bytes[(start + 1 + name.count)..<close])
            switch String(decoding: name, as: UTF8.self).lowercased() {
            case "script":
                guard let source = attributes["src"] else { continue }
                tags.append(.script(source, isModule: attributes["type"] == "module"))
            case "link":
                guard let address = attributes["href"],
                    attributes["rel"]?.lowercased().split(separator: " ").contains("stylesheet") == true
                else { continue }
                tags.append(.stylesheet(address))
            default: continue
            }
        }
        return tags
    }

    /// The longest tag that is looked into, in bytes.
    private static let maximumTag = 2_048

    /// The attributes with a quoted value, by their names in lower case.
    private static func attributes(in bytes: ArraySlice<UInt8>) -> [String: String] {
        var attributes: [String: String] = [:]
        var rest = bytes
        while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
            let name = rest[..<equals].split { isSpace($0) || $0 == UInt8(ascii: "/") }.last ?? []
            rest = rest[(equals + 1)...].drop(while: isSpace)
            guard let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
            rest = rest.dropFirst()
            guard let end = rest.firstIndex(of: quote) else { break }
            let key = String(decoding: name, as: UTF8.self).lowercased()
            if attributes[key] == nil { attributes[key] = String(decoding: rest[..<end], as: UTF8.self) }
            rest = rest[(end + 1)...]
        }
        return attributes
    }

    /// What a module imports before it runs, as far as it is a path: the texts in quotation marks after `import` and `from`.
    ///
    /// - Complexity: O(*n*), as for tags.
    static func imports(in text: String) -> [String] {
        let bytes = Array(text.utf8)
        var found: [String] = []
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
                index += 1
                continue
            }
            let (start, quote) = (index + 1, bytes[index])
            let end = bytes[start...].prefix(maximumAddress).firstIndex { $0 == quote || $0 == 0x0a } ?? start
            guard end > start, bytes[end] == quote, follows(["import", "from"], bytes[..<index]) else {
                index = start
                continue
            }
            let address = String(decoding: bytes[start..<end], as: UTF8.self)
            if address.hasPrefix("/") || address.hasPrefix("./") || address.hasPrefix("../") { found.append(address) }
            index = end + 1
        }
        return found
    }

    /// The longest address that is read, in bytes.
    private static let maximumAddress = 512
    /// How much space there may be between a word and an address, in bytes.
    private static let maximumSpace = 64

    /// Whether a text ends in one of some words, perhaps with space after it.
    private static func follows(_ words: [String], _ text: ArraySlice<UInt8>) -> Bool {
        let space = text.suffix(maximumSpace).reversed().prefix(while: isSpace).count
        let before = text.dropLast(space)
        return words.contains { word in
            guard before.suffix(word.utf8.count).elementsEqual(word.utf8) else { return false }
            guard let last = before.dropLast(word.utf8.count).last else { return true }
            return !(last | 0x20 >= 0x61 && last | 0x20 <= 0x7a) && last != UInt8(ascii: "_")
                && last != UInt8(ascii: "$")
                && last != UInt8(ascii: ".")
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
}
