import ForeignText

/// Reads the tags of HTML and SVG (HTML Standard, section 13.2.5), without making a tree: start tags with their
/// attributes, and the contents of scripts and style sheets.
///
/// ```swift
/// let page = MarkupReader.read(Array("<p onclick=\"go()\">Go</p>".utf8))
/// page.tags[0]["onclick"]?.value  // go()
/// ```
public struct MarkupReader {
    /// The parts of a page or an image.
    public struct Page: Sendable {
        /// All start tags, in the order of the file.
        public internal(set) var tags: [MarkupTag] = []
        /// The contents of scripts that browsers run.
        public internal(set) var scripts: [Range<Int>] = []
        /// The contents of import maps.
        public internal(set) var importMaps: [Range<Int>] = []
        /// The contents of style sheets.
        public internal(set) var styles: [Range<Int>] = []
        /// Whether it has more tags or attributes than were read.
        public internal(set) var isCut = false
    }

    /// The maximum number of tags of a file, and of attributes of a tag, that are read.
    public static let maximumTags = 100_000
    private static let maximumAttributes = 200
    /// The maximum number of attributes of a file that are read. Each uses a hundred bytes of memory, and only two in
    /// the file.
    private static let maximumAttributesOfFile = 400_000
    /// Elements whose contents are text.
    private static let raw: Set<String> = [
        "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes",
    ]
    /// Types of scripts that browsers run.
    private static let scriptTypes: Set<String> = [
        "", "module", "text/javascript", "application/javascript", "text/ecmascript", "application/ecmascript",
        "text/jscript", "text/livescript", "application/x-javascript", "text/x-javascript", "text/x-ecmascript",
        "application/x-ecmascript", "text/javascript1.0", "text/javascript1.1", "text/javascript1.2",
        "text/javascript1.3", "text/javascript1.4", "text/javascript1.5",
    ]

    private static func type(of tag: MarkupTag) -> String {
        tag["type"].map {
            String($0.value.lowercased().drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        } ?? ""
    }

    /// Whether browsers run the contents of a `script` element.
    public static func isScript(_ tag: MarkupTag) -> Bool {
        scriptTypes.contains(type(of: tag))
    }

    /// Reads a file.
    ///
    /// - Parameter bytes: The file: UTF-8.
    /// - Complexity: O(*n*) in its length. At most ``maximumTags`` are read, with 400,000 attributes.
    public static func read(_ bytes: [UInt8]) -> Page {
        bytes.withUnsafeBufferPointer { bytes in
            var reader = MarkupReader(bytes: bytes)
            reader.run()
            return reader.page
        }
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    private var page = Page()
    private var attributeCount = 0

    private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private func byte(_ offset: Int) -> UInt8 { position + offset < bytes.count ? bytes[position + offset] : 0 }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }
    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0a || byte == 0x09 || byte == 0x0d || byte == 0x0c
    }

    private mutating func run() {
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else {
                position += 1
                continue
            }
            let second = byte(1)
            if second == UInt8(ascii: "!") {
                if begins("<!--") {
                    position += 4
                    skipComment()
                } else {
                    // In HTML, CDATA is a comment that ends with the first `>`. In an image, this may find more tags
                    // than there are.
                    skip(past: ">")
                }
            } else if second == UInt8(ascii: "?") || second == UInt8(ascii: "/") {
                skip(past: ">")
            } else if Self.isLetter(byte(1)) {
                guard page.tags.count < Self.maximumTags, attributeCount < Self.maximumAttributesOfFile else {
                    page.isCut = true
                    return
                }
                tag()
            } else {
                position += 1
            }
        }
    }

    private func begins(_ text: StaticString) -> Bool {
        guard position + text.utf8CodeUnitCount <= bytes.count else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[position + $0] == text.utf8Start[$0] }
    }

    /// Moves to the end of a comment, as browsers find it: `-->` or `--!>`, and `>` or `->` right at its beginning.
    private mutating func skipComment() {
        if byte(0) == UInt8(ascii: ">") || (byte(0) == UInt8(ascii: "-") && byte(1) == UInt8(ascii: ">")) {
            return skip(past: ">")
        }
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "-"), begins("-->") || begins("--!>") { return skip(past: ">") }
            position += 1
        }
    }

    private mutating func skip(past end: StaticString) {
        while position < bytes.count, !begins(end) { position += 1 }
        position = min(position + end.utf8CodeUnitCount, bytes.count)
    }

    private func text(_ range: Range<Int>) -> String { ForeignText(repairing: bytes[range]).text }

    private mutating func tag() {
        let start = position
        position += 1
        while position < bytes.count, !Self.isSpace(bytes[position]), bytes[position] != 0x2f, bytes[position] != 0x3e {
            position += 1
        }
        let name = text(start + 1..<position).lowercased()
        var attributes: [MarkupTag.Attribute] = []
        var closesItself = false
        while position < bytes.count, bytes[position] != UInt8(ascii: ">") {
            if Self.isSpace(bytes[position]) {
                position += 1
            } else if bytes[position] == UInt8(ascii: "/") {
                closesItself = byte(1) == UInt8(ascii: ">")
                position += 1
            } else {
                let found = attribute()
                if attributes.count < Self.maximumAttributes { attributes.append(found) }
            }
        }
        position = min(position + 1, bytes.count)
        attributeCount += attributes.count
        let tag = MarkupTag(name: name, attributes: attributes, offset: start, end: position)
        page.tags.append(tag)
        guard Self.raw.contains(name), !closesItself else { return }
        let contents = position
        skipContents(of: name)
        page.tags[page.tags.count - 1].hasContents = (contents..<position).contains { !Self.isSpace(bytes[$0]) }
        if name == "script", tag["src"] == nil, tag["href"] == nil, tag["xlink:href"] == nil {
            if Self.isScript(tag) { page.scripts.append(contents..<position) }
            if Self.type(of: tag) == "importmap" { page.importMaps.append(contents..<position) }
        }
        if name == "style" { page.styles.append(contents..<position) }
    }

    private mutating func attribute() -> MarkupTag.Attribute {
        let start = position
        // A name may begin with `=`.
        position += 1
        while position < bytes.count, !Self.isSpace(bytes[position]), bytes[position] != 0x2f, bytes[position] != 0x3d,
            bytes[position] != 0x3e
        {
            position += 1
        }
        let name = text(start..<position).lowercased()
        let end = position
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
        guard byte(0) == UInt8(ascii: "=") else {
            position = end
            return MarkupTag.Attribute(name: name, value: "", offset: start, written: end..<end)
        }
        position += 1
        while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
        let quote = byte(0)
        let value: Range<Int>
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            position += 1
            let first = position
            while position < bytes.count, bytes[position] != quote { position += 1 }
            value = first..<position
            position = min(position + 1, bytes.count)
        } else {
            let first = position
            while position < bytes.count, !Self.isSpace(bytes[position]), bytes[position] != 0x3e { position += 1 }
            value = first..<position
        }
        return MarkupTag.Attribute(name: name, value: Entities.decoded(text(value)), offset: start, written: value)
    }

    /// Moves to the end tag of an element whose contents are text.
    private mutating func skipContents(of name: String) {
        let name = Array(name.utf8)
        while position < bytes.count {
            if bytes[position] == 0x3c, byte(1) == 0x2f,
                name.indices.allSatisfy({ byte(2 + $0) | 0x20 == name[$0] }),
                Self.isSpace(byte(2 + name.count)) || [0x2f, 0x3e].contains(byte(2 + name.count))
            {
                return
            }
            position += 1
        }
    }
}
