/// Text from outside that is written to the log.
enum LogText {
    /// The text with at most 200 characters, all printable ASCII: it can't end the line or control a terminal.
    static func short(_ text: String) -> String {
        String(text.unicodeScalars.prefix(200).map { (0x20..<0x7f).contains($0.value) ? Character($0) : "?" })
    }
}
