import Foundation

/// A device and a colour scheme.
struct SnapshotLook: Hashable, Sendable {
    let device: String
    let width: Int
    let height: Int
    let scheme: String

    var name: String { "\(device)-\(scheme)" }

    static let all = [
        SnapshotLook(device: "phone", width: 390, height: 844, scheme: "light"),
        SnapshotLook(device: "phone", width: 390, height: 844, scheme: "dark"),
        SnapshotLook(device: "desktop", width: 1_280, height: 800, scheme: "light"),
        SnapshotLook(device: "desktop", width: 1_280, height: 800, scheme: "dark"),
    ]
}
