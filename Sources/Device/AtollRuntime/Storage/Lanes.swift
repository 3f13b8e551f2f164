import AtollPackages

/// A few actors among which areas are divided: what waits in one does not delay the areas of the others.
struct Lanes<Lane: Actor>: Sendable {
    private let lanes: [Lane]

    private static var width: Int { 16 }

    init(_ make: () -> Lane) { lanes = (0..<Self.width).map { _ in make() } }

    /// The lane of an area.
    subscript(area: StorageArea) -> Lane { self[area.miniApp, FileStorage.folder(of: area.user)] }

    /// The lane of a mini app's area in the folder of a user.
    subscript(miniApp: MiniAppID, folder: String) -> Lane {
        var hasher = Hasher()
        hasher.combine(folder)
        hasher.combine(miniApp)
        return lanes[Int(UInt(bitPattern: hasher.finalize()) % UInt(Self.width))]
    }
}
