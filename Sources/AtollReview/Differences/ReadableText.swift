import AtollPackages
import ForeignText
import Foundation

/// A file as lines for people: text as it is, and scripts and style sheets without line breaks broken where statements end.
public enum ReadableText {
    /// The longest line that is left as it is, in bytes.
    private static let longest = 500

    /// The lines of a file, and whether they were broken; nil if the file is not text.
    ///
    /// - Complexity: O(*n*) in the file's length.
    public static func lines(of file: PackageFile) -> (lines: [String], isBroken: Bool)? {
        let kind = SourceFile.Kind(path: file.path)
        guard kind != .other else { return nil }
        // What browsers run or show is shown, whatever bytes are in it.
        let isCode = kind == .script || kind == .markup || kind == .style || kind == .json
        guard isCode || !file.contents.prefix(8_000).contains(0) else { return nil }
        let bytes = Array(file.contents)
        var (lines, start, isLong): ([String], Int, Bool) = ([], 0, false)
        func add(upTo end: Int) -> Bool {
            isLong = isLong || end - start > longest
            let last = end > start && bytes[end - 1] == 0x0d ? end - 1 : end
            let line = ForeignText(repairing: bytes[start..<last]).text
            guard isCode || String(bytes: bytes[start..<last], encoding: .utf8) != nil else { return false }
            lines.append(line)
            start = end + 1
            return true
        }
        for index in bytes.indices where bytes[index] == 0x0a { guard add(upTo: index) else { return nil } }
        // The end of the last line begins no other.
        if start < bytes.count { guard add(upTo: bytes.count) else { return nil } }
        guard isLong, kind == .script || kind == .style else { return (lines, false) }
        return (kind == .script ? brokenScript(file) : brokenStyle(ForeignText(repairing: bytes).text), true)
    }

    /// Broken after `;`, `{` and `}` that are no part of a text.
    private static func brokenScript(_ file: PackageFile) -> [String] {
        let source = SourceFile(file)
        guard let script = source.scripts.first else { return [] }
        var (lines, start): ([String], Int) = ([], 0)
        func add(upTo end: Int) {
            let piece = ForeignText(repairing: source.bytes[start..<end]).text
            lines += piece.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty }
            start = end
        }
        var depth = 0
        for index in script.tokens.indices where script.kind(index) == .punctuator {
            switch script.first(index) {
            // The parts of `for (;;)` stay together.
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth = max(0, depth - 1)
            case UInt8(ascii: ";") where depth == 0, UInt8(ascii: "{"), UInt8(ascii: "}"):
                add(upTo: Int(script.tokens[index].end))
            default: break
            }
        }
        add(upTo: source.bytes.count)
        return lines
    }

    private static func brokenStyle(_ text: String) -> [String] {
        var (lines, line) = ([String](), "")
        for character in text {
            if !character.isNewline { line.append(character) }
            guard [";", "{", "}"].contains(character) || character.isNewline else { continue }
            let trimmed = line.trimmed
            if !trimmed.isEmpty { lines.append(trimmed) }
            line = ""
        }
        return line.trimmed.isEmpty ? lines : lines + [line.trimmed]
    }
}
