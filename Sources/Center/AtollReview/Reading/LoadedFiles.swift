import AtollMarkup
import AtollPackages
import Foundation
import SignedJSON

/// The files that a page, a style sheet or a module loads by literal URLs. URLs that a script builds are not included.
package struct LoadedFiles: Sendable {
    /// A reference to a file.
    package struct Entry: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case script, module, styleSheet, icon
            /// A file that a module imports: a URL, or the name of a package.
            case imported
            /// The prefix of URLs in an import map. The modules below it can't be known.
            case prefix
            /// A file that a style sheet names: a font or an image.
            case part
        }

        package let kind: Kind
        /// The URL, with the escapes of scripts and the character references of tags resolved.
        package let address: String
        /// The range of the URL in the file, in bytes, without quotation marks.
        package let written: Range<Int>
        /// The expected digests of the file's bytes (Subresource Integrity), and the range of the whole attribute in
        /// the page.
        package var integrity: String?
        package var integrityWritten: Range<Int>?
    }

    /// The references in the order of the file. Those of scripts and style sheets in a page come last.
    package private(set) var entries: [Entry] = []
    /// The base URL that a page declares, or nil.
    package private(set) var base: String?
    /// The expected digests of modules in import maps (Subresource Integrity), by the modules' URLs.
    package private(set) var integrities: [ExactString: String] = [:]
    /// Whether a page maps module names.
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

    /// The range of an attribute with its name and quotation marks.
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

    /// Adds the URLs of `import "…"`, `from "…"` and `import("…")`.
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

    /// Adds the URLs in an import map (HTML Standard, section 8.1.6.2), which are its values, not its names.
    private mutating func addNames(of map: Script) {
        for index in map.strings where map.kind(index) == .string && map.isMark(index - 1, ":") {
            guard let address = map.string(index) else { continue }
            entries.append(
                Entry(
                    kind: address.hasSuffix("/") ? .prefix : .imported, address: address,
                    written: Self.inner(map.tokens[index].range)))
        }
    }

    /// Adds the member `integrity` of an import map.
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

    /// The contents of a file with some ranges replaced.
    ///
    /// - Precondition: The ranges are in the file and do not overlap.
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
