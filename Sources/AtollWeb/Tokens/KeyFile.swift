import AtollPackages
import DurableFiles
import Foundation

/// A key in a file that only its owner may read.
enum KeyFile {
    /// The key in `file`; where there is none, the one that `make` gives, which is kept.
    static func load(_ file: URL, orMake make: () -> Data) throws -> Data {
        if FileManager.default.fileExists(atPath: file.path) { return try Data(contentsOf: file) }
        let key = make()
        try DurableFile.write(key, to: file, permissions: 0o600)
        return key
    }
}
