import DurableFiles
import Foundation
import PrintableText

/// The trusted metadata in a directory, a file a role.
struct TrustedFiles: Sendable {
    let directory: URL

    func read(_ role: String) -> Data? { try? Data(contentsOf: file(role)) }

    /// Writes a role's metadata: whole, or not at all.
    func write(_ data: Data, _ role: String) throws(TUFError) {
        do {
            try DurableFile.makeFolder(directory)
            try DurableFile.writeUnforced(data, to: file(role))
        } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
    }

    func remove(_ role: String) throws(TUFError) {
        guard FileManager.default.fileExists(atPath: file(role).path) else { return }
        do { try FileManager.default.removeItem(at: file(role)) } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
    }

    private func file(_ role: String) -> URL {
        URL(filePath: directory.path + "/" + FileName.quoted(role) + ".json")
    }
}

/// Names of roles and targets as names of files.
enum FileName {
    /// Everything but letters, digits and `_.-~` percent-encoded, slashes too.
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
