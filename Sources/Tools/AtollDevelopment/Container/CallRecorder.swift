import Foundation

/// Writes calls of a mini app and their results to a file, one JSON object on each line, so that `atoll test` can
/// replay them.
actor CallRecorder {
    private let handle: FileHandle
    private var length = 0

    /// The maximum length of a recording, in bytes.
    private static let maximumLength = 32 * 1024 * 1024

    /// Creates the file, or empties it.
    ///
    /// - Parameter folder: The folder of the mini app, which must not contain the recording.
    /// - Throws: ``DevelopmentError/recording(_:)``.
    init(_ file: URL, outside folder: URL) throws(DevelopmentError) {
        let inside = folder.resolvingSymlinksInPath().path + "/"
        let place = file.deletingLastPathComponent().resolvingSymlinksInPath().appending(path: file.lastPathComponent)
        guard !place.path.hasPrefix(inside) else {
            throw .recording("\(file.lastPathComponent) is in the mini app's folder, and would become a part of it.")
        }
        guard FileManager.default.createFile(atPath: file.path, contents: nil),
            let handle = try? FileHandle(forWritingTo: file)
        else { throw .recording("\(file.path) can't be created.") }
        self.handle = handle
    }

    /// Adds a call.
    ///
    /// - Returns: false if the data is not a JSON object, or if the recording is full or can't be written.
    func add(_ call: Data) -> Bool {
        guard let object = try? JSONSerialization.jsonObject(with: call) as? [String: Any], object["method"] is String,
            let line = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys]),
            length + line.count < Self.maximumLength,
            (try? handle.write(contentsOf: line + Data("\n".utf8))) != nil
        else { return false }
        length += line.count
        return true
    }
}
