import AtollPackages
import Foundation

/// A file as lines for people: text as it is, and scripts and style sheets without line breaks broken where statements end.
public enum ReadableText {
    /// The longest line that is left as it is, in bytes.
    private static let longest = 500

    /// The lines of a file, and whether they were broken; nil if it is no text.
    ///
    /// - Complexity: O(*n*) in the file's length.
    public static func lines(of file: PackageFile) -> (lines: [String], isBroken: Bool)? {
        let kind = SourceFile.Kind(path: file.path)
        guard kind != .other, !file.contents.prefix(8_000).contains(0),
            let text = String(data: file.contents, encoding: .utf8)
        else { return nil }
        var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        // The end of the last line begins no other.
        if lines.last?.isEmpty == true { lines.removeLast() }
        let isLong = lines.contains { $0.utf8.count > longest }
        guard isLong, kind == .script || kind == .style else { return (lines.map(String.init), false) }
        return (kind == .script ? brokenScript(file) : brokenStyle(text), true)
    }

    /// Broken after `;`, `{` and `}` that are no part of a text.
    private static func brokenScript(_ file: PackageFile) -> [String] {
        let source = SourceFile(file)
        guard let script = source.scripts.first else { return [] }
        var (lines, start): ([String], Int) = ([], 0)
        func add(upTo end: Int) {
            let piece = String(decoding: source.bytes[start..<end], as: UTF8.self)
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
