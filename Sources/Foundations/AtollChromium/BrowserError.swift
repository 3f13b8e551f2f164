/// The reasons why a browser does not do what it was asked for.
public enum BrowserError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The browser isn't installed at this path.
    case noBrowser(String)
    /// The one at this path does not start.
    case noStart(path: String, reason: String)
    /// It refused a method, or has exited.
    case refused(method: String, reason: String)
    /// It did not answer a call of a method in time.
    case noAnswer(method: String)
    /// It ended by itself, or something ended it.
    case exited
    /// A page did not become what was waited for.
    case notReady(String)
    /// A caller has stopped it.
    case stopped
    /// All the time that it had is over.
    case late
    /// It used more memory than it may, in bytes.
    case memory(limit: Int)
    /// It wrote more to its folder than it may, in bytes.
    case disk(limit: Int)
    /// A page made it say more than anybody reads.
    case flood

    /// The reason, in a sentence.
    public var description: String {
        switch self {
        case .noBrowser(let path):
            "Chromium can't be started: \(path). Install it (apt-get install chromium), or set its path with --chromium."
        case .noStart(let path, let reason): "Chromium does not start: \(path) (\(reason))."
        case .refused(let method, let reason): "The browser failed at \(method): \(reason)."
        case .noAnswer(let method): "The browser failed at \(method): no response in time."
        case .notReady(let address): "Timed out waiting for \(address)."
        case .exited: "The browser has exited."
        case .stopped: "The browser was stopped."
        case .late: "The browser took too long."
        case .memory(let limit): "The browser used more than \(limit >> 20) MB of memory."
        case .disk(let limit): "The browser wrote more than \(limit >> 20) MB to its folder."
        case .flood: "The browser was made to say more than anybody reads."
        }
    }
}
