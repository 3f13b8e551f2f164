/// The error of a test's action that nothing on the screen permits.
public struct StageError: Error, CustomStringConvertible {
    public let description: String
}

extension Stage {
    /// Whether these words are read somewhere in what can be touched.
    public func shows(_ words: String) -> Bool { front.texts.contains { $0.contains(words) } || element(words) != nil }

    /// The first thing with this label or identifier, in what can be touched.
    public func element(_ words: String, _ kind: Element.Kind? = nil) -> Element? {
        front.all.first { ($0.identifier == words || $0.words == words) && (kind == nil || $0.kind == kind) }
    }

    private func need<Found>(_ found: Found?, _ reason: String) throws -> Found {
        if let found { return found }
        throw StageError(description: reason)
    }

    /// Touches something that does something.
    public func tap(_ words: String) throws {
        let found = front.all.filter { $0.identifier == words || $0.words == words }
            .compactMap { $0.all.first { $0.tap != nil } }
        let element = try need(found.first, "Nothing to tap says “\(words)”: \(front.texts)")
        guard element.isEnabled else { throw StageError(description: "“\(words)” is disabled.") }
        element.tap?()
    }

    /// Touches a tab of the tab bar.
    public func tapTab(_ words: String) throws {
        try need(front.all.first { $0.kind == .tab && $0.label == words }, "No tab says “\(words)”.").tap?()
    }

    public func type(_ text: String, into words: String) throws {
        guard let field = element(words, .field), field.isEnabled else {
            throw StageError(description: "No field says “\(words)”.")
        }
        field.type?(text)
    }

    /// Presses the return key in a field.
    public func submit(_ words: String) throws {
        try need(element(words, .field)?.submit, "Return does nothing in “\(words)”.")()
    }

    /// Moves a row of a list that can be arranged.
    public func move(_ words: String, to place: Int) throws {
        let rows = front.all.filter { $0.kind == .row && $0.move != nil }
        let index = try need(rows.firstIndex { $0.words.contains(words) }, "No row to move says “\(words)”.")
        rows[index].move?(IndexSet(integer: index), place)
    }

    public func delete(_ words: String) throws {
        let rows = front.all.filter { $0.kind == .row && $0.delete != nil }
        let index = try need(rows.firstIndex { $0.words.contains(words) }, "No row to delete says “\(words)”.")
        rows[index].delete?(IndexSet(integer: index))
    }

    /// The page for the back swipe: the newest page of a stack, or the column over another.
    private var page: Element? { front.all.last { ($0.kind == .page || $0.kind == .column) && $0.leave != nil } }

    public var canSwipeBack: Bool { page != nil }

    public func swipeBack() throws {
        try need(page, "There is nothing to swipe back from.").leave?()
    }

    /// Whether the topmost layer can be dragged down.
    public var canDragDown: Bool { layers.last?.canBeDragged ?? false }

    /// Drags the topmost sheet down, or touches beside the topmost popover.
    public func dragDown() throws {
        guard let layer = layers.last, layer.canBeDragged else {
            throw StageError(description: "There is nothing to drag down.")
        }
        layer.dismiss()
    }

    /// Waits until something has become true, while others work.
    ///
    /// - Returns: Whether it has, in the time that there was.
    public func until(_ seconds: Double = 60, _ condition: () -> Bool) async -> Bool {
        let end = ContinuousClock.now + .seconds(seconds)
        while !condition() {
            guard ContinuousClock.now < end else { return false }
            await Task.yield()
            try? await Task.sleep(for: .milliseconds(1))
        }
        return true
    }
}
