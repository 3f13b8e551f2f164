import Foundation

/// The reasons why Lagoon can't start.
public enum LagoonError: Error, Hashable, CustomStringConvertible {
    /// Another process listens on the port that `option` sets.
    case portTaken(Int, option: String)
    /// Another Lagoon uses the directory.
    case directoryInUse(URL)
    /// A mini app could not be published, for this reason.
    case notPublished(String, reason: String)
    /// The list of tabs is empty.
    case noTabs
    /// No feature has this name. The second value lists the names that exist.
    case noSuchTab(String, [String])

    public var description: String {
        switch self {
        case .portTaken(let port, let option):
            "Port \(port) is in use. Stop the process that listens on it, or choose another port with \(option)."
        case .directoryInUse(let url):
            "Another Lagoon uses \(url.path). Stop it, or choose another directory with --data."
        case .notPublished(let miniApp, let reason):
            "The mini app \(miniApp) could not be published: \(reason)"
        case .noTabs: "The list of tabs is empty. Name at least one tab with --tabs."
        case .noSuchTab(let name, let names):
            "There is no tab \"\(name)\". Choose from \(names.joined(separator: ", "))."
        }
    }
}
