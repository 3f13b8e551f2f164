import Mustache

/// Escapes text for a page, scalar by scalar.
///
/// The library itself escapes by character, and `"` followed by a combining accent is a different character from `"`:
/// it would not be escaped, and would end an attribute.
struct SafeHTML: MustacheContentType {
    func escapeText(_ text: String) -> String {
        // In UTF-8, these five are single bytes, and no byte of another scalar is one of them.
        guard text.utf8.contains(where: { Self.replacement(of: $0) != nil }) else { return text }
        var escaped: [UInt8] = []
        escaped.reserveCapacity(text.utf8.count + 32)
        for byte in text.utf8 {
            if let replacement = Self.replacement(of: byte) {
                escaped.append(contentsOf: replacement.utf8)
            } else {
                escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    private static func replacement(of byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "\""): "&quot;"
        case UInt8(ascii: "'"): "&#39;"
        default: nil
        }
    }
}
