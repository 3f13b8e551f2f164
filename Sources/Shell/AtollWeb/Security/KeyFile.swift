import AtollPackages
import DurableFiles
import Foundation

/// A key in a file that only its owner can read.
enum KeyFile {
    /// Returns the key in `file`. If the file does not exist, it is written with the key that `make` returns.
    static func load(_ file: URL, orMake make: () -> Data) throws -> Data {
        if FileManager.default.fileExists(atPath: file.path) { return try Data(contentsOf: file) }
        let key = make()
        try DurableFile.write(key, to: file, permissions: 0o600)
        return key
    }
}
