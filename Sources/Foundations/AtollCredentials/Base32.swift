import Foundation

/// Bytes as letters and digits that are read aloud and typed (RFC 4648, section 6), without padding.
public enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")

    /// The text of bytes: 8 characters for each 5 bytes.
    public static func text(of data: Data) -> String {
        var text = ""
        var (buffer, bits) = (0, 0)
        for byte in data {
            buffer = (buffer << 8 | Int(byte)) & 0xffff
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(alphabet[buffer >> bits & 31])
            }
        }
        if bits > 0 { text.append(alphabet[buffer << (5 - bits) & 31]) }
        return text
    }
}
