import AtollPackages
import Foundation

/// Which mini apps a user was last told that they may open: what decides while the Center is out of reach.
public actor OpenableMiniApps {
    private let file: URL?
    private var known: Set<String>

    /// - Parameter file: Where it is kept, one for each user; nil to keep nothing beyond the process.
    public init(file: URL? = nil) {
        self.file = file
        known =
            file.flatMap { try? Data(contentsOf: $0) }
            .flatMap { try? JSONDecoder().decode(Set<String>.self, from: $0) } ?? []
    }

    public func contains(_ id: MiniAppID) -> Bool { known.contains(id.rawValue) }

    func note(_ id: MiniAppID, mayOpen: Bool) {
        let before = known
        if mayOpen { known.insert(id.rawValue) } else { known.remove(id.rawValue) }
        guard known != before, let file else { return }
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        // What could not be kept is asked again.
        try? JSONEncoder().encode(known).write(to: file, options: .atomic)
    }
}
