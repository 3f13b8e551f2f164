import AtollPackages
import Foundation

/// What `atoll dev` shows, and to whom.
package struct DevelopmentOptions: Sendable {
    /// The folder of the mini app.
    package var folder: URL
    /// The port to listen on, which is a part of the host names: nothing else may listen on it.
    package var port = 8080
    /// The users, each in a separate pane.
    package var users: [DevelopmentUser] = [.standard[0]]
    /// The page that is shown first, with its query; empty for the manifest's first one.
    package var page = ""
    /// The permissions that every user has granted already.
    package var granted: Set<String> = []
    /// The language of the users, a BCP 47 tag; nil for that of the browser.
    package var language: String?
    /// Whether the panes begin without a connection.
    package var isOffline = false
    /// The address of a bundler's own server, such as `http://localhost:5173`, whose files are shown in place of the
    /// folder's.
    package var bundler: URL?
    /// Origins of servers on this machine to which the mini app may connect, in addition to those of its manifest.
    package var connections: [String] = []
    /// The version whose update is measured; nil for none.
    package var base: MiniAppPackage?
    /// The file that calls and their answers are written to; nil for none.
    package var recording: URL?
    /// The answers of the device.
    package var presets = DevelopmentPresets()
    /// The folder for the data of mini apps; it is removed at the end.
    package var data: URL

    /// Creates options for a folder.
    package init(folder: URL, data: URL) {
        self.folder = folder
        self.data = data
    }

    /// Whether a text is the origin of a server on this machine, in the form in which a content security policy takes
    /// it.
    package static func isConnection(_ text: String) -> Bool {
        guard let url = URL(string: text), let host = url.host(), text.utf8.count <= 100 else { return false }
        let origin = "\(url.scheme ?? "")://\(host)" + (url.port.map { ":\($0)" } ?? "")
        return ["http", "https", "ws", "wss"].contains(url.scheme) && origin == text
            && (["localhost", "127.0.0.1"].contains(host) || host.hasSuffix(".localhost"))
            && host.utf8.allSatisfy {
                $0 == 0x2d || $0 == 0x2e || (0x30...0x39).contains($0) || (0x61...0x7a).contains($0)
            }
    }

    /// The end of an error for a text that ``isConnection(_:)`` refuses.
    package static let aboutConnections =
        "must be the origin of a server on this machine, such as http://localhost:8000."
}
