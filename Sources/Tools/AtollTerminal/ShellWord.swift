import Foundation

/// A word of a command that is printed for users to copy. File names come from elsewhere, and a shell would execute
/// parts of some of them.
package enum ShellWord {
    /// The text as one word of a POSIX shell: unchanged, or in single quotation marks.
    package static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "_./-+,:@%".utf8.contains(byte)
            }
        }
        // By code point, as a shell reads it.
        return isPlain && !text.isEmpty
            ? text : "'" + text.replacingOccurrences(of: "'", with: #"'\''"#, options: .literal) + "'"
    }
}
