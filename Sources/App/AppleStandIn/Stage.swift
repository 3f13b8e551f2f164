/// Shows a view without a screen, lets a test look at it and act on it, and shows what changes.
///
/// A view is evaluated again only when a state that it holds, or an observed value that it has read, has changed.
@MainActor public final class Stage {
    private let show: (Context) -> [Element]
    private var values: [String: AnyObject] = [:]
    private let isStale = Flag()
    private var shown = Element(.container)
    private var lives: [String: Life] = [:]
    private var nextLives: [String: Life] = [:]
    private var ends: [String: () -> Void] = [:]
    /// The paths that views have used, and those whose state lasts although they are not shown.
    private var touched: Set<String> = []
    private var kept: [String] = []
    private var openers: [(URL) -> Void] = []
    private var activities: [(String, (NSUserActivity) -> Void)] = []
    /// The complaints that the real framework would log.
    public private(set) var problems: [String] = []
    public var environment = EnvironmentValues() { didSet { isStale.set() } }
    /// The values that scenes store when they end.
    public var sceneStorage: [String: Any] = [:]

    /// Something that begins when it is shown, and ends when it is not.
    struct Life {
        var id: AnyHashable?
        /// Gives back how it ends.
        var begin: () -> () -> Void = { {} }
        /// The action for a changed id; without one, it ends and begins again.
        var change: (() -> Void)?
    }

    /// - Parameter sceneStorage: The values that an earlier scene has stored.
    public init<Content: View>(_ view: Content, keeping sceneStorage: [String: Any] = [:]) {
        show = { view.elements($0) }
        self.sceneStorage = sceneStorage
        isStale.set()
        refresh()
    }

    /// The current elements of the lowest layer.
    public var root: Element {
        refresh()
        return shown
    }

    /// The elements that can be touched: the topmost layer that covers those below.
    public var front: Element { layers.last?.content ?? root }

    /// The layers that lie over each other, the lowest first.
    public var layers: [Element.Layer] {
        var found: [Element.Layer] = []
        var element = root
        while let next = element.all.flatMap(\.layers).first {
            if element.all.flatMap(\.layers).filter({ $0.style != .inspector }).count > 1 {
                complain("Two presentations over one view: one of them is not shown.")
            }
            found.append(next)
            element = next.content
        }
        return found
    }

    func invalidate() { isStale.set() }

    func box<Value>(_ name: String, _ initial: @autoclosure () -> Value) -> Box<Value> {
        touched.insert(name)
        if let known = values[name] as? Box<Value> { return known }
        let made = Box(initial()) { [isStale] in isStale.set() }
        values[name] = made
        return made
    }

    func native<Kept: AnyObject>(_ name: String, _ make: () -> Kept) -> (Kept, isNew: Bool) {
        touched.insert(name)
        if let known = values[name] as? Kept { return (known, false) }
        let made = make()
        values[name] = made
        return (made, true)
    }

    /// Retains the state of views below a path, although they are not shown.
    func keep(_ path: String) { kept.append(path) }

    func live(_ name: String, _ life: Life) { nextLives[name] = life }

    func onOpen(_ open: @escaping (URL) -> Void) { openers.append(open) }
    func onActivity(_ type: String, _ act: @escaping (NSUserActivity) -> Void) { activities.append((type, act)) }
    func complain(_ problem: String) { if !problems.contains(problem) { problems.append(problem) } }

    private func refresh() {
        var rounds = 0
        while isStale.take() {
            rounds += 1
            guard rounds < 100 else { return complain("The view changes what it reads, without end.") }
            nextLives = [:]
            touched = []
            kept = []
            openers = []
            activities = []
            let flag = isStale
            withObservationTracking {
                shown = Element(.container, "", show(Context(stage: self, path: "", environment: environment)))
            } onChange: {
                flag.set()
            }
            // The state of a view is removed with it.
            values = values.filter { name, _ in touched.contains(name) || kept.contains { name.hasPrefix($0) } }
            let before = lives
            lives = nextLives
            for name in before.keys where lives[name] == nil { ends.removeValue(forKey: name)?() }
            for (name, life) in lives.sorted(by: { $0.key < $1.key }) {
                guard let old = before[name] else {
                    ends[name] = life.begin()
                    continue
                }
                guard old.id != life.id else { continue }
                if let change = life.change {
                    change()
                } else {
                    ends.removeValue(forKey: name)?()
                    ends[name] = life.begin()
                }
            }
        }
    }

    /// A link that the system hands over.
    public func open(_ url: URL) {
        refresh()
        for open in openers { open(url) }
    }

    /// An activity that the user continues here, such as a universal link.
    public func `continue`(_ activity: NSUserActivity) {
        refresh()
        for (type, act) in activities where type == activity.activityType { act(activity) }
    }
}

/// A flag that may be set from anywhere: observation reports a change on the thread that makes it.
final class Flag: @unchecked Sendable {
    // Safe: only touched while `lock` is held.
    private var isSet = false
    private let lock = NSLock()
    func set() { lock.withLock { isSet = true } }
    func take() -> Bool {
        lock.withLock {
            defer { isSet = false }
            return isSet
        }
    }
}
