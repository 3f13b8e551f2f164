/// A record of what a page did while it was open.
struct PageAccount {
    private static let maximumProblems = 20
    private static let maximumText = 300

    /// Whether the page has reported that it is ready.
    private(set) var isReady = false
    private(set) var isLoaded = false
    /// The first uncaught error.
    private(set) var error: String?
    /// All other problems, without duplicates.
    private(set) var problems: [String] = []

    /// Whether it was refused a connection that its manifest declares. Hosts would have allowed it.
    private(set) var missesNetwork = false

    mutating func missNetwork() { missesNetwork = true }
    mutating func ready() { isReady = true }
    mutating func loaded() { isLoaded = true }

    mutating func fail(_ text: String) {
        let cut = Self.cut(text)
        if error == nil { error = cut }
    }

    mutating func note(_ text: String) {
        let cut = Self.cut(text)
        guard problems.count < Self.maximumProblems, !problems.contains(cut) else { return }
        problems.append(cut)
    }

    private static func cut(_ text: String) -> String {
        // The limit counts scalars, because one character may have millions of marks.
        let start = text.unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }
        let line = start.prefix(maximumText)
        return String(line) + (line.endIndex < start.endIndex ? " …" : "")
    }
}
