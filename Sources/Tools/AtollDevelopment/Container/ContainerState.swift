import AtollPackages
import Foundation

/// The current state of the folder for a container page.
struct ContainerState: Encodable, Sendable {
    struct Size: Encodable, Sendable {
        struct File: Encodable, Sendable {
            let path: String
            let bytes: Int
            /// Whether the version that is compared with has the same bytes.
            let isKnown: Bool
        }
        let bytes: Int
        let packed: Int
        let files: [File]
        /// The bytes that an update from the compared version fetches; `nil` without one.
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

    /// The servers of this machine to which it may connect while it is developed, as origins.
    var connections: [String] = []
    /// Counts the readings of the folder.
    var reading = 0
    /// The mini app as it was when it was last whole; nil if it never was.
    var miniApp: MiniApp?
    /// Why the folder is not a valid mini app right now; nil if it is one.
    var problem: FolderProblem?
    /// The findings of the Center's checks; `nil` until they have run.
    var findings: [FolderProblem]?
    var size: Size?

    /// Describes a package.
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

    /// The size of a package, and what an update to it costs.
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
