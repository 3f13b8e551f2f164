/// The actions of a page while it was open.
struct PageAccount {
    private static let maximumProblems = 20
    private static let maximumText = 300

    /// Whether it has said that it is ready.
    private(set) var isReady = false
    private(set) var isLoaded = false
    /// The first error that nothing caught.
    private(set) var error: String?
    /// Everything else that went wrong, each once.
    private(set) var problems: [String] = []

    /// Whether it was refused a connection that its manifest has: hosts would have let it through.
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
        // By what they take: one letter may have millions of marks.
        let start = text.unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }
        let line = start.prefix(maximumText)
        return String(line) + (line.endIndex < start.endIndex ? " …" : "")
    }
}
