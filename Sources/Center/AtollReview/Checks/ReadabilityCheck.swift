/// `script-unreadable`: a script that a reviewer can't read as it is.
struct ReadabilityCheck: ReviewCheck {
    /// The longest line, and the longest average, in bytes.
    private static let (longest, average) = (5_000, 400)

    func read(_ file: SourceFile, in subject: ReviewSubject, _ list: inout FindingList) {
        for doubt in file.scripts.flatMap(\.doubts) {
            list.add(
                "script-unreadable", .warn, file, at: doubt,
                "The text from here on may or may not be code, and the checks have read it in only one way.",
                advice: "Leave out <!-- and -->, and write no slash after of, await or yield.")
        }
        let isRead = file.kind == .script || file.kind == .markup || file.kind == .style
        // For browsers, a byte order mark overrides the encoding that a host declares.
        if isRead, file.bytes.starts(with: [0xfe, 0xff]) || file.bytes.starts(with: [0xff, 0xfe]) {
            list.add(
                "script-unreadable", .block, file, at: nil, "The file is in UTF-16, which the checks do not read.",
                advice: "Save it as UTF-8.")
        }
        for attribute in file.tags.flatMap(\.attributes) where attribute.isHandler {
            guard file.bytes[attribute.written].contains(UInt8(ascii: "&")),
                attribute.value.utf8.count != attribute.written.count
            else { continue }
            list.add(
                "script-unreadable", .warn, file, at: attribute.offset,
                "The handler \(attribute.name) is written with character references, which the checks do not resolve.",
                advice: "Add the listener in a script file, with addEventListener.")
        }
        guard file.kind == .script, !file.bytes.isEmpty else { return }
        var (lines, line, most, mostStart, start) = (1, 0, 0, 0, 0)
        file.bytes.withUnsafeBufferPointer { bytes in
            for index in bytes.indices {
                guard bytes[index] == 0x0a else {
                    line += 1
                    continue
                }
                if line > most { (most, mostStart) = (line, start) }
                (line, start) = (0, index + 1)
                if index + 1 < bytes.count { lines += 1 }
            }
        }
        if line > most { (most, mostStart) = (line, start) }
        // A single long string, such as a picture in a data URL, is data rather than code.
        if most > Self.longest, isOneText(file, from: mostStart, most) { return }
        guard most > Self.longest || (file.bytes.count > 2_000 && file.bytes.count / lines > Self.average) else {
            return
        }
        list.add(
            "script-unreadable", .warn, file, at: nil,
            most > Self.longest
                ? "The script is hard to read: a line has \(most) bytes."
                : "The script is hard to read: its lines have \(file.bytes.count / lines) bytes on average.",
            advice: "Include the sources, or leave the script as it was written.")
    }

    private func isOneText(_ file: SourceFile, from start: Int, _ length: Int) -> Bool {
        file.scripts.contains { script in
            script.tokens.contains {
                ($0.kind == .string || $0.kind == .template) && $0.range.lowerBound >= start
                    && $0.range.lowerBound < start + length && $0.range.count > length - 200
            }
        }
    }
}
