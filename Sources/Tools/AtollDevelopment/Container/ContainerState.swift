import AtollPackages
import Foundation

/// The state of the folder that a container page shows.
struct ContainerState: Encodable, Sendable {
    struct Size: Encodable, Sendable {
        struct File: Encodable, Sendable {
            let path: String
            let bytes: Int
            /// Whether the base version has a file with the same bytes.
            let isKnown: Bool
        }
        let bytes: Int
        let packed: Int
        let files: [File]
        /// The number of bytes that an update from the base version downloads; nil without a base version.
        let update: Int?
    }

    struct Permission: Encodable, Sendable {
        let name: String
        let reason: String?
        let isCritical: Bool
    }

    struct MiniApp: Encodable, Sendable {
        let id: String
        let name: String
        let version: String
        let code: Int
        let kind: String?
        let pages: [String]
        let widgets: [String]
        let permissions: [Permission]
        let network: [String]
        let languages: [String]
    }

    /// The origins of servers on this machine to which the mini app may connect during development.
    var connections: [String] = []
    /// The number of times that the folder was read.
    var reading = 0
    /// The last valid mini app; nil if there was none.
    var miniApp: MiniApp?
    /// The reason that the folder is not a valid mini app right now; nil if it is one.
    var problem: FolderProblem?
    /// The findings of the Center's checks; nil until they have run.
    var findings: [FolderProblem]?
    var size: Size?

    /// Takes the description of a package.
    mutating func take(_ package: MiniAppPackage) {
        let manifest = package.manifest
        miniApp = MiniApp(
            id: manifest.id.rawValue, name: manifest.name, version: manifest.version.name, code: manifest.version.code,
            kind: manifest.compatibility?.kind.rawValue, pages: manifest.pages, widgets: manifest.widgets.map(\.path),
            permissions: manifest.permissions.map {
                Permission(name: $0.name, reason: $0.reason, isCritical: $0.isCritical)
            }, network: manifest.network, languages: package.languages.sorted())
        problem = nil
        findings = nil
        size = nil
    }

    /// The size of a package, and of an update to it.
    ///
    /// - Complexity: O(*n*) in the size of the package, which is compressed.
    static func size(of package: MiniAppPackage, after base: MiniAppPackage?) -> Size {
        let known = Set((base?.fileList.files ?? []).map(\.sha256))
        let files = package.fileList.files.map {
            Size.File(path: $0.path, bytes: $0.length, isKnown: known.contains($0.sha256))
        }
        return Size(
            bytes: package.fileList.totalBytes, packed: package.archive().count,
            files: files.sorted { $0.bytes > $1.bytes },
            update: base == nil ? nil : files.filter { !$0.isKnown }.reduce(0) { $0 + $1.bytes })
    }
}
