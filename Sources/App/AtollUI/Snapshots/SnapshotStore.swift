import Foundation

/// Reference pictures of screens in a folder, for tests to compare new pictures with.
///
/// ```swift
/// let store = SnapshotStore(URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Snapshots"))
/// #expect(try store.check(picture, for: "hub") != .different)
/// ```
public struct SnapshotStore: Sendable {
    /// The result of a comparison.
    public enum Outcome: Hashable, Sendable {
        /// There was no reference; the new picture is now the reference.
        case recorded
        /// The picture matches the reference.
        case same
        /// The pictures differ. The new one is in the same folder, with `.new` in its name.
        case different
    }

    private let folder: URL
    private let fileExtension: String
    private let isSame: @Sendable (Data, Data) -> Bool

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - folder: The folder of the pictures; it is created if needed.
    ///   - fileExtension: The extension of the files, without the dot.
    ///   - isSame: Whether a reference, the first argument, and a new picture count as the same. By default they must
    ///     be equal byte for byte.
    public init(
        _ folder: URL, fileExtension: String = "png", isSame: @escaping @Sendable (Data, Data) -> Bool = { $0 == $1 }
    ) {
        self.folder = folder
        self.fileExtension = fileExtension
        self.isSame = isSame
    }

    /// Compares a picture with the reference of the same name, or records it if there is no reference.
    ///
    /// - Parameter name: The name of the file, without its extension.
    /// - Throws: The error of the file system if a picture can't be written.
    public func check(_ picture: Data, for name: String) throws -> Outcome {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "\(name).\(fileExtension)")
        let newer = folder.appending(path: "\(name).new.\(fileExtension)")
        guard let known = try? Data(contentsOf: file) else {
            try picture.write(to: file, options: .atomic)
            return .recorded
        }
        guard isSame(known, picture) else {
            try picture.write(to: newer, options: .atomic)
            return .different
        }
        try? FileManager.default.removeItem(at: newer)
        return .same
    }
}
