/// Text from outside in a line of the log.
enum LogText {
    /// At most 200 printable characters: nothing that ends the line, or turns a terminal round.
    static func short(_ text: String) -> String {
        String(text.unicodeScalars.prefix(200).map { (0x20..<0x7f).contains($0.value) ? Character($0) : "?" })
    }
}
