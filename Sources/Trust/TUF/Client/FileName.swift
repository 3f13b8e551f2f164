import DurableFiles
import Foundation
import PrintableText

/// File names for the names of roles and targets.
enum FileName {
    /// `name` with everything percent-encoded except letters, digits and `_.-~`, so slashes too.
    static func quoted(_ name: String) -> String {
        var quoted = ""
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "~"):
                quoted.unicodeScalars.append(Unicode.Scalar(byte))
            default: quoted += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return quoted
    }
}
