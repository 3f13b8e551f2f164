import AtollMarkup
import AtollPackages
import Foundation
import SignedJSON

/// The files that a page, a style sheet or a module loads by a URL that is written in it: not those that a script
/// assembles.
package struct LoadedFiles: Sendable {
    /// One of them.
    package struct Entry: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case script, module, styleSheet, icon
            /// An import of a module: a URL, or the name of a package.
            case imported
            /// The beginning of addresses in an import map: modules below it can't be known.
            case prefix
            /// A reference of a style sheet: a typeface or a picture.
            case part
        }

        package let kind: Kind
        /// With the escapes of scripts and the character references of tags resolved.
        package let address: String
        /// The position of the URL in the file, in bytes, without quotation marks.
        package let written: Range<Int>
        /// The page's digest of the file's bytes (Subresource Integrity), and the position of the whole attribute in
        /// the page.
        package var integrity: String?
        package var integrityWritten: Range<Int>?
    }

    /// In the order of the file, those of scripts and style sheets in a page last.
    package private(set) var entries: [Entry] = []
    /// The address to which those of a page are relative, as the page says; nil if it does not.
    package private(set) var base: String?
    /// The import maps' digests of modules' bytes (Subresource Integrity), by the modules' URLs.
    package private(set) var integrities: [ExactString: String] = [:]
    /// Whether a page gives modules its own names.
    package private(set) var hasImportMap = false

    /// - Complexity: O(*n*) in the length of the file.
    package init(_ file: PackageFile) {
        let file = SourceFile(file)
        for tag in file.tags { add(tag, in: file) }
        base = file.tags.first { $0.name == "base" && $0["href"] != nil }?["href"]?.value.trimmed
        for reference in file.styleReferences {
            entries.append(
                Entry(
                    kind: reference.isImport ? .styleSheet : .part, address: reference.value, written: reference.written
                ))
        }
        for script in file.scripts { addImports(of: script) }
        for range in file.importMaps {
            hasImportMap = true
            addNames(of: Script(file.bytes, in: range))
            addIntegrities(of: file.bytes[range])
        }
    }

    private mutating func add(_ tag: MarkupTag, in file: SourceFile) {
        let kind: Entry.Kind
        let target: MarkupTag.Attribute?
        switch tag.name {
        case "script" where MarkupReader.isScript(tag):
            kind = tag["type"]?.value.lowercased().trimmed == "module" ? .module : .script
            target = tag["src"]
        case "link":
            let relations = (tag["rel"]?.value.lowercased() ?? "").split(separator: " ").map(String.init)
            guard let found = Self.kind(relations) else { return }
            (kind, target) = (found, tag["href"])
        default: return
        }
        guard let target else { return }
        entries.append(
            Entry(
                kind: kind, address: target.value.trimmed, written: target.written, integrity: tag["integrity"]?.value,
                integrityWritten: tag["integrity"].map { Self.whole($0, file.bytes) }))
    }

    /// Returns the position of an attribute, with its name and quotation marks.
    private static func whole(_ attribute: MarkupTag.Attribute, _ bytes: [UInt8]) -> Range<Int> {
        let end = attribute.written.upperBound
        let isQuoted = end < bytes.count && [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(bytes[end])
        return attribute.offset..<(isQuoted ? end + 1 : max(end, attribute.offset))
    }

    private static func kind(_ relations: [String]) -> Entry.Kind? {
        if relations.contains("stylesheet") { return .styleSheet }
        if relations.contains("modulepreload") { return .module }
        return relations.contains { $0.hasSuffix("icon") } ? .icon : nil
    }

    /// Of `import "…"`, `from "…"` and `import("…")`.
    private mutating func addImports(of script: Script) {
        for index in script.strings where script.kind(index) == .string {
            let isCalled = script.isMark(index - 1, "(")
            let word = isCalled ? index - 2 : index - 1
            guard script.isWord(word, "import") && !script.isMark(word - 1, ".") || !isCalled && isFrom(word, script),
                let address = script.string(index)
            else { continue }
            entries.append(Entry(kind: .imported, address: address, written: Self.inner(script.tokens[index].range)))
        }
    }

    /// Whether a word is the `from` of an import or export, which ends with a name, a brace or a star.
    private func isFrom(_ index: Int, _ script: Script) -> Bool {
        guard script.isWord(index, "from"), script.kind(index - 1) != nil else { return false }
        return script.isMark(index - 1, "}") || script.isMark(index - 1, "*") || script.kind(index - 1) == .word
    }

    /// The addresses in an import map (HTML Standard, section 8.1.6.2): values, and not names.
    private mutating func addNames(of map: Script) {
        for index in map.strings where map.kind(index) == .string && map.isMark(index - 1, ":") {
            guard let address = map.string(index) else { continue }
            entries.append(
                Entry(
                    kind: address.hasSuffix("/") ? .prefix : .imported, address: address,
                    written: Self.inner(map.tokens[index].range)))
        }
    }

    /// The member `integrity` of an import map.
    private mutating func addIntegrities(of map: ArraySlice<UInt8>) {
        guard case .object(let members)? = try? JSONValue(parsing: Array(map), numbers: .any),
            case .object(let integrities)? = members["integrity"]
        else { return }
        for (address, value) in integrities {
            if case .string(let text) = value { self.integrities[address] = text }
        }
    }

    private static func inner(_ range: Range<Int>) -> Range<Int> {
        range.lowerBound + 1..<max(range.lowerBound + 1, range.upperBound - 1)
    }

    /// A file with other words at some places.
    ///
    /// - Precondition: The places are in the file, and no two of them overlap.
    package static func replacing(_ places: [(range: Range<Int>, text: String)], in contents: Data) -> Data {
        var (result, end) = ([UInt8](), 0)
        let bytes = [UInt8](contents)
        for (range, text) in places.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
            result += bytes[end..<range.lowerBound]
            result += text.utf8
            end = range.upperBound
        }
        return Data(result + bytes[end...])
    }
}
