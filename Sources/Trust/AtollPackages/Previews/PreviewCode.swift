/// The code of a link to a preview, such as people type or scan.
package struct PreviewCode: Hashable, Sendable {
    /// 26 letters and digits.
    package let text: String

    /// Reads a typed, pasted or scanned text: a code, in any case, with or without hyphens and spaces, or a link that
    /// ends in `#v1.` and a code.
    ///
    /// - Returns: nil for what can't be one.
    package init?(typed: String) {
        guard typed.utf8.count <= 1_000 else { return nil }
        let code = typed.split(separator: "#v1.", omittingEmptySubsequences: false).last ?? ""
        let text = String(
            decoding: code.filter { $0 != "-" && !$0.isWhitespace }.utf8.map { byte in
                (0x61...0x7a).contains(byte) ? byte - 0x20 : byte
            }, as: UTF8.self)
        guard text.utf8.count == 26,
            text.utf8.allSatisfy({ (0x41...0x5a).contains($0) || (0x32...0x37).contains($0) })
        else { return nil }
        self.text = text
    }
}
