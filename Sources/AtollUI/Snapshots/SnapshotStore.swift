import Foundation

/// Pictures of screens in a folder, to compare new ones with.
public struct SnapshotStore: Sendable {
    public enum Outcome: Hashable, Sendable {
        /// There was none yet; the new one is the one to compare with from now on.
        case recorded
        case same
        /// The new one lies beside the other, with `.new` in its name.
        case different
    }

    private let folder: URL
    private let fileExtension: String
    private let isSame: @Sendable (Data, Data) -> Bool

    /// - Parameters:
    ///   - isSame: Whether two pictures count as the same; byte for byte without.
    public init(
        _ folder: URL, fileExtension: String = "png", isSame: @escaping @Sendable (Data, Data) -> Bool = { $0 == $1 }
    ) {
        self.folder = folder
        self.fileExtension = fileExtension
        self.isSame = isSame
    }

    /// Compares a picture with the one of the same name.
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
