import AtollPackages
import Foundation

/// The mini app that `atoll dev` shows, and its users and settings.
package struct DevelopmentOptions: Sendable {
    /// The folder of the mini app.
    package var folder: URL
    /// The port to listen on, which is a part of the host names, so nothing else may listen on it.
    package var port = 8080
    /// The users. Each has a separate pane.
    package var users: [DevelopmentUser] = [.standard[0]]
    /// The page that is shown first, with its query; empty for the manifest's first one.
    package var page = ""
    /// The permissions that are granted to every user from the start.
    package var granted: Set<String> = []
    /// The language of the users, a BCP 47 tag; nil for the browser's language.
    package var language: String?
    /// Whether the panes start offline.
    package var isOffline = false
    /// The URL of a bundler's own server, such as `http://localhost:5173`, whose files are shown in place of the
    /// folder's.
    package var bundler: URL?
    /// Additional origins of servers on this machine to which the mini app may connect.
    package var connections: [String] = []
    /// The version from which the size of an update is measured; nil for none.
    package var base: MiniAppPackage?
    /// The file to which calls and their results are written; nil for none.
    package var recording: URL?
    /// The preset results of the device.
    package var presets = DevelopmentPresets()
    /// The folder in which all data of mini apps is stored. It is removed at the end.
    package var data: URL

    /// Creates options for a folder.
    package init(folder: URL, data: URL) {
        self.folder = folder
        self.data = data
    }

    /// Whether a text is the origin of a server on this machine, in the form that a content security policy accepts.
    package static func isConnection(_ text: String) -> Bool {
        guard let url = URL(string: text), let host = url.host(), text.utf8.count <= 100 else { return false }
        let origin = "\(url.scheme ?? "")://\(host)" + (url.port.map { ":\($0)" } ?? "")
        return ["http", "https", "ws", "wss"].contains(url.scheme) && origin == text
            && (["localhost", "127.0.0.1"].contains(host) || host.hasSuffix(".localhost"))
            && host.utf8.allSatisfy {
                $0 == 0x2d || $0 == 0x2e || (0x30...0x39).contains($0) || (0x61...0x7a).contains($0)
            }
    }

    /// The end of an error message for a text that ``isConnection(_:)`` refuses.
    package static let aboutConnections =
        "must be the origin of a server on this machine, such as http://localhost:8000."
}
