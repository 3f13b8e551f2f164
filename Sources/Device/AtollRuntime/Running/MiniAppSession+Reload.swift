extension MiniAppSession {
    /// Starts the content anew, as the user asks: with its first page, or the one that a link has led to.
    public func reload() {
        if case .running = phase { restart() }
    }
}
