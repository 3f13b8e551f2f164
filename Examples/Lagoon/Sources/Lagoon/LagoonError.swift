import Foundation

/// Why Lagoon does not start.
public enum LagoonError: Error, Hashable, CustomStringConvertible {
    /// Something else listens on the port that `option` sets.
    case portTaken(Int, option: String)
    /// Another Lagoon uses the directory.
    case directoryInUse(URL)
    /// The Center did not take a mini app: what it said.
    case notPublished(String, reason: String)
    /// There is no tab to begin with.
    case noTabs
    /// No feature has this name; which there are.
    case noSuchTab(String, [String])

    public var description: String {
        switch self {
        case .portTaken(let port, let option):
            "Port \(port) is taken. Stop what listens there, or choose another one with \(option)."
        case .directoryInUse(let url):
            "Another Lagoon uses \(url.path). Stop it, or choose another directory with --data."
        case .notPublished(let miniApp, let reason):
            "The mini app \(miniApp) could not be published: \(reason)"
        case .noTabs: "There is no tab. Name at least one with --tabs."
        case .noSuchTab(let name, let names):
            "There is no tab \"\(name)\". Choose from \(names.joined(separator: ", "))."
        }
    }
}
