/// `text-misleading`: text that a browser reads differently from what a reader sees.
///
/// Sources: Boucher and Anderson, *Trojan Source: Invisible Vulnerabilities* (2021), for marks that reorder a line and
/// for letters that look alike; Unicode Technical Report 36 for invisible characters.
struct MisleadingTextCheck: ReviewCheck {
    /// The longest run of invisible characters that counts as spelling. A longer one is data.
    private static let longestInvisible = 8

    private static let advice = "Leave the character out, or write it as an escape, such as \\u202E."

    func read(_ file: SourceFile, in subject: ReviewSubject, _ list: inout FindingList) {
        name(of: file, &list)
        guard file.isText else { return }
        let isCode = file.kind == .script || file.kind == .style || file.kind == .markup
        if isCode { returns(file, &list) }
        guard file.bytes.withUnsafeBufferPointer({ $0.contains { $0 >= 0x80 || $0 == 0 } }) else { return }
        characters(file, &list)
        for script in file.scripts { words(script, file, &list) }
    }

    /// Reports a file name that looks like another, since it leads a reader to the wrong file.
    private func name(of file: SourceFile, _ list: inout FindingList) {
        let shown = file.path.split(separator: "/").map { VisibleText.text(of: Array($0.utf8)[...]) }.joined(
            separator: "/")
        guard shown.utf8.count != file.path.utf8.count else { return }
        list.add(
            "text-misleading", .warn, file, at: nil,
            "The file's name has letters that look like others, or are invisible: \(shown).",
            advice: "Give it a name of plain letters.")
    }

    // MARK: Characters

    private struct Found {
        var count = 0
        var first = 0

        mutating func add(_ offset: Int) {
            if count == 0 { first = offset }
            count += 1
        }
    }

    private func characters(_ file: SourceFile, _ list: inout FindingList) {
        var (reordering, hidden, zero, run) = (Found(), Found(), Found(), 0)
        // Isolates and embeddings belong to texts in languages that are written from right to left.
        let isCode = file.kind == .script || file.kind == .style
        var scripts = file.scriptRanges[...]
        forEachScalar(of: file.bytes) { scalar, offset in
            switch scalar.value {
            case 0x202d, 0x202e: reordering.add(offset)
            case 0x202a...0x202c, 0x2066...0x2069:
                // Both rise, so each script is passed once.
                while let script = scripts.first, script.upperBound <= offset { scripts = scripts.dropFirst() }
                if isCode || scripts.first?.contains(offset) == true { reordering.add(offset) }
            case 0: zero.add(offset)
            default: break
            }
            run = !scalar.isASCII && scalar.properties.isDefaultIgnorableCodePoint ? run + 1 : 0
            if run == Self.longestInvisible + 1 { hidden.add(offset) }
        }
        report(
            reordering, "marks that reorder the text of a line, so that it reads otherwise than it runs", file, &list)
        report(hidden, "long runs of invisible characters, which can hold data or code", file, &list)
        if file.kind == .markup || file.kind == .script {
            report(zero, "characters U+0000, which browsers leave out or replace", file, &list)
        }
    }

    private func report(_ found: Found, _ what: String, _ file: SourceFile, _ list: inout FindingList) {
        guard found.count > 0 else { return }
        list.add(
            "text-misleading", .warn, file, at: found.first,
            "In \(found.count == 1 ? "one place" : "\(found.count) places"), the file has \(what).", advice: Self.advice
        )
    }

    private func forEachScalar(of bytes: [UInt8], _ body: (Unicode.Scalar, Int) -> Void) {
        var (parser, iterator, offset) = (UTF8.ForwardParser(), bytes.makeIterator(), 0)
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .emptyInput: return
            case .valid(let encoded):
                body(UTF8.decode(encoded), offset)
                offset += encoded.count
            case .error(let length): offset += length
            }
        }
    }

    /// Whether a name has letters that look like Latin ones, beside those or on their own, as `сору` and a single `а`.
    private func isDisguised(_ bytes: ArraySlice<UInt8>, _ scalars: String.UnicodeScalarView) -> Bool {
        // VisibleText shows a disguised letter as its number.
        VisibleText.text(of: bytes).utf8.count != bytes.count
            || scalars.contains(where: Confusables.looksLatin)
                && scalars.allSatisfy { $0.isASCII || Confusables.looksLatin($0) }
    }

    // MARK: Line breaks

    /// Reports a CR without an LF, which ends a comment for browsers, but not in every editor.
    private func returns(_ file: SourceFile, _ list: inout FindingList) {
        var (found, hasLines) = (Found(), false)
        file.bytes.withUnsafeBufferPointer { bytes in
            for index in bytes.indices {
                if bytes[index] == 0x0a { hasLines = true }
                if bytes[index] == 0x0d, index + 1 < bytes.count, bytes[index + 1] != 0x0a { found.add(index) }
            }
        }
        // Files of old systems use it for all line breaks.
        if hasLines {
            report(found, "line breaks of a kind that editors do not show: a CR without a LF", file, &list)
        }
    }

    // MARK: Words

    private func words(_ script: Script, _ file: SourceFile, _ list: inout FindingList) {
        var (unseen, alike, unseenWord, alikeWord) = (Found(), Found(), "", "")
        for index in script.tokens.indices where script.kind(index) == .word {
            let bytes = file.bytes[script.tokens[index].range]
            guard bytes.contains(where: { $0 >= 0x80 }) else { continue }
            let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
            let offset = script.offset(index)
            if scalars.contains(where: { $0.properties.isDefaultIgnorableCodePoint }) {
                if unseen.count == 0 { unseenWord = VisibleText.text(of: bytes.prefix(60)) }
                unseen.add(offset)
            } else if isDisguised(bytes, scalars) {
                if alike.count == 0 { alikeWord = VisibleText.text(of: bytes.prefix(60)) }
                alike.add(offset)
            }
        }
        report(unseen, "names with invisible characters, such as \(unseenWord)", file, &list)
        report(alike, "names with letters that look like others, such as \(alikeWord)", file, &list)
    }
}
