import DurableFiles
import Foundation
import PrintableText

/// The trusted metadata in a directory, one file for each role.
struct TrustedFiles: Sendable {
    let directory: URL

    func read(_ role: String) -> Data? { try? Data(contentsOf: file(role)) }

    /// Writes a role's metadata, whole or not at all.
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
