import Foundation

/// Writes calls of a mini app and their answers to a file, a JSON object in each line, so that `atoll test` can answer them again.
actor CallRecorder {
    private let file: URL
    private var handle: FileHandle?
    private var length = 0

    /// The longest recording, in bytes.
    private static let maximumLength = 32 * 1024 * 1024

    init(_ file: URL) { self.file = file }

    /// Adds a call.
    ///
    /// - Returns: false for what is no JSON object, and if the recording is full or can't be written.
    func add(_ call: Data) -> Bool {
        guard let object = try? JSONSerialization.jsonObject(with: call) as? [String: Any], object["method"] is String,
            let line = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys]),
            length + line.count < Self.maximumLength
        else { return false }
        do {
            if handle == nil {
                guard FileManager.default.createFile(atPath: file.path, contents: nil) else { return false }
                handle = try FileHandle(forWritingTo: file)
            }
            try handle?.write(contentsOf: line + Data("\n".utf8))
        } catch {
            return false
        }
        length += line.count
        return true
    }
}
