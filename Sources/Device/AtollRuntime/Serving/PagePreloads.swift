import ForeignText
import Foundation

/// Finds what a page will load, before its browser does: the style sheets and scripts that its document names, what
/// those scripts import, and what they fetch while they start. A browser with this list requests all of it together,
/// and not one after another.
///
/// It scans texts and does not parse them: what a comment names is loaded in vain, and nothing else happens. Only files
/// that exist count.
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
    ///   - language: The language whose texts the page will ask for, or `nil` without texts.
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
        var fetches: [String] = []
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
            for reference in Self.references(in: source) {
                // Fetched files are named relative to the page, which is not where the module is.
                let file = reference.isImport ? module : document
                guard let path = Self.path(reference.address, from: file), !seen.contains(path), has(path) else {
                    continue
                }
                seen.insert(path)
                if reference.isImport { modules.append(path) } else { fetches.append(path) }
            }
        }
        links += modules.map { Self.link($0, "modulepreload") }
        links += fetches.map { Self.link($0, "preload; as=fetch; crossorigin") }
        if let language, asksForTexts {
            links.append(Self.link("i18n/\(language).json", "preload; as=fetch; crossorigin"))
        }
        return Array(links.prefix(Self.maximumLinks))
    }

    private func text(of path: String) throws -> String? {
        guard let data = try read(path), data.count <= Self.maximumLength else { return nil }
        return ForeignText(repairing: data).text
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
    /// - Complexity: O(*n*): no byte is read more than a few times, for any text.
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
            let key = ForeignText(repairing: name).text.lowercased()
            if attributes[key] == nil { attributes[key] = ForeignText(repairing: rest[..<end]).text }
            rest = rest[(end + 1)...]
        }
        return attributes
    }

    /// An address in a module.
    struct Reference: Hashable {
        let address: String
        /// Whether it is imported before the module runs; otherwise it is fetched while the module starts.
        let isImport: Bool
    }

    /// Returns the files that a module loads when it starts, if they are paths: the texts in quotation marks after
    /// `import` and `from`, and those after `await fetch(` outside of all braces, where hardly a function or a
    /// condition is. Braces are counted in texts and comments, too.
    ///
    /// - Complexity: O(*n*), as for tags.
    static func references(in text: String) -> [Reference] {
        let bytes = Array(text.utf8)
        var found: [Reference] = []
        var depth = 0
        var index = 0
        var marks = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "{") { depth += 1 }
            if byte == UInt8(ascii: "}") { depth -= 1 }
            guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") else {
                index += 1
                continue
            }
            let start = index + 1
            // Most quoted texts are not addresses, so this is checked before the end of the text is searched.
            marks += 1
            guard marks <= maximumMarks else { break }
            let isImport = follows(["import", "from"], bytes[..<index])
            guard isImport || depth == 0 && isAwaitedFetch(bytes[..<index]),
                let end = bytes[start...].prefix(maximumAddress).firstIndex(where: { $0 == byte || $0 == 0x0a }),
                end > start, bytes[end] == byte
            else {
                index = start
                continue
            }
            let address = String(decoding: bytes[start..<end], as: UTF8.self)
            if address.hasPrefix("/") || address.hasPrefix("./") || address.hasPrefix("../") {
                found.append(Reference(address: address, isImport: isImport))
            }
            index = end + 1
        }
        return found
    }

    /// The maximum number of quotation marks that are read in a module. Imports are at its beginning.
    private static let maximumMarks = 20_000
    /// The longest address that is read, in bytes.
    private static let maximumAddress = 512
    /// How much space there may be between a word and an address, in bytes.
    private static let maximumSpace = 64

    private static func isAwaitedFetch(_ text: ArraySlice<UInt8>) -> Bool {
        guard follows(["fetch("], text) else { return false }
        let space = text.suffix(maximumSpace).reversed().prefix(while: isSpace).count
        return follows(["await"], text.dropLast(space + "fetch(".utf8.count))
    }

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
