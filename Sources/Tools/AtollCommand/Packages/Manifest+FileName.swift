import AtollPackages

extension Manifest {
    /// The name of a file for this version: its id and its version's name. Since that name may contain anything, such
    /// as a path, every character but letters, digits and `.+_-` is replaced by an underscore.
    var fileName: String {
        let name = version.name.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                byte
            default: ".+_-".utf8.contains(byte) ? byte : UInt8(ascii: "_")
            }
        }
        return "\(id)-\(String(decoding: name, as: UTF8.self))"
    }
}
