/// The reason that a browser did not do what it was asked to.
public enum BrowserError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The browser isn't installed at this path.
    case noBrowser(String)
    /// The browser at this path does not start.
    case noStart(path: String, reason: String)
    /// It refused a method, or has exited.
    case refused(method: String, reason: String)
    /// It did not answer a call of a method in time.
    case noAnswer(method: String)
    /// It exited by itself, or was ended from outside.
    case exited
    /// A page did not reach the awaited state.
    case notReady(String)
    /// It was stopped with a ``BrowserStop``.
    case stopped
    /// Its time limit has passed.
    case late
    /// It used more memory than it may, in bytes.
    case memory(limit: Int)
    /// It wrote more to its folder than it may, in bytes.
    case disk(limit: Int)
    /// A page made it send more events than are read.
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
        case .flood: "The browser sent too many events."
        }
    }
}
