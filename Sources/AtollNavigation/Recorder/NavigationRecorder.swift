/// Which ways users take through the app, how long they stay, and where they leave a way.
///
/// ```swift
/// var recorder = NavigationRecorder(graph)
/// let start = clock.now
/// for await change in navigator.changes() {
///     recorder.record(change, at: start.duration(to: clock.now))
/// }
/// ```
///
/// Memory is bounded: the newest events are kept, counts of steps and times are summed over all of them.
public struct NavigationRecorder<F: Fragment>: Sendable {
    private let graph: NavigationGraph<F>
    /// How many events are kept.
    public let capacity: Int
    /// Whether ids are kept.
    public let keepsIDs: Bool

    private var ring: [NavigationEvent<F>] = []
    private var first = 0
    private var steps: [GraphEdge<F>: Int] = [:]
    private var stays: [F: Duration] = [:]
    private var last: (fragment: F, time: Duration)?

    /// - Parameters:
    ///   - capacity: How many events are kept, at least 1.
    ///   - keepsIDs: Leave ids out where they could tell what a person has looked at.
    public init(_ graph: NavigationGraph<F>, capacity: Int = 10_000, keepsIDs: Bool = true) {
        self.graph = graph
        self.capacity = max(1, capacity)
        self.keepsIDs = keepsIDs
    }

    /// Notes a change.
    ///
    /// - Returns: The event, to be sent elsewhere.
    /// - Complexity: O(1).
    @discardableResult
    public mutating func record(_ change: NavigationChange<F>, at time: Duration) -> NavigationEvent<F> {
        let event = NavigationEvent(change, at: time, withoutIDsOf: keepsIDs ? nil : graph)
        if ring.count < capacity {
            ring.append(event)
        } else {
            ring[first] = event
            first = (first + 1) % capacity
        }
        if let edge = event.edge { steps[rule(for: edge), default: 0] += 1 }
        if let last { stays[last.fragment, default: .zero] += time - last.time }
        last = (rule(for: event.to), time)
        return event
    }

    /// A fragment as the graph writes it: families are counted as one.
    private func rule(for fragment: F) -> F { graph.rule(for: fragment) ?? fragment }

    private func rule(for edge: GraphEdge<F>) -> GraphEdge<F> { edge.map(rule) }

    /// The events that are kept, the oldest first.
    public var events: [NavigationEvent<F>] { Array(ring[first...] + ring[..<first]) }

    /// How often each step was taken, the most frequent first.
    public var stepCounts: [(edge: GraphEdge<F>, count: Int)] {
        steps.map { (edge: $0.key, count: $0.value) }
            .sorted { ($1.count, $0.edge.description) < ($0.count, $1.edge.description) }
    }

    /// How long the fragment was in front.
    public func time(on fragment: F) -> Duration { stays[rule(for: fragment)] ?? .zero }

    /// Of those visits that reached one fragment, how many went on to another.
    public struct Funnel: Hashable, Sendable {
        /// How often the first was reached, not counting again before the second was.
        public let reached: Int
        /// How often the second was reached after it.
        public let converted: Int
        /// The median time in between, or nil where it was never reached.
        public let medianTime: Duration?

        /// The share that got there, from 0 to 1; 0 where nobody began.
        public var rate: Double { reached == 0 ? 0 : Double(converted) / Double(reached) }
        /// How many dropped off.
        public var dropOff: Int { reached - converted }
    }

    /// How many that reached `start` reached `end`, before they started over.
    ///
    /// - Complexity: O(*n* log *n*) in the events that are kept.
    public func funnel(from start: F, to end: F) -> Funnel {
        let (start, end) = (rule(for: start), rule(for: end))
        var reached = 0
        var times: [Duration] = []
        var began: Duration?
        for event in events where event.edge != nil {
            if event.cause == .replace { began = nil }
            let reachedNow = rule(for: event.to)
            if reachedNow == start {
                reached += 1
                began = event.time
            } else if reachedNow == end, let time = began {
                times.append(event.time - time)
                began = nil
            }
        }
        times.sort()
        return Funnel(
            reached: reached, converted: times.count, medianTime: times.isEmpty ? nil : times[times.count / 2]
        )
    }

    /// The ways of `length` fragments that were taken most often.
    ///
    /// - Complexity: O(*n* · *length*) in the events that are kept.
    public func frequentPaths(length: Int, count: Int = 10) -> [(fragments: [F], count: Int)] {
        guard length >= 2 else { return [] }
        var counts: [[F]: Int] = [:]
        for way in ways where way.count >= length {
            for start in 0...way.count - length { counts[Array(way[start..<start + length]), default: 0] += 1 }
        }
        return counts.map { (fragments: $0.key, count: $0.value) }
            .sorted { ($1.count, "\($0.fragments)") < ($0.count, "\($1.fragments)") }
            .prefix(count).map(\.self)
    }

    /// A way that users take although the graph has a shorter one.
    public struct Detour: Hashable, Sendable {
        public let taken: [F]
        /// The least number of steps that the graph needs.
        public let steps: Int
        public let count: Int
    }

    /// The ways of up to `length` fragments that were taken at least `minimum` times and for which a shorter one exists,
    /// the most frequent first.
    public func detours(length: Int = 5, minimum: Int = 2) -> [Detour] {
        guard length >= 3 else { return [] }
        return (3...length).flatMap { frequentPaths(length: $0, count: .max) }
            .filter { $0.count >= minimum && Set($0.fragments).count == $0.fragments.count }
            .compactMap { way in
                guard let first = way.fragments.first.flatMap({ graph.number(of: $0) }),
                    let last = way.fragments.last.flatMap({ graph.number(of: $0) }),
                    let steps = graph.distances(from: first)[last], steps < way.fragments.count - 1
                else { return nil }
                return Detour(taken: way.fragments, steps: steps, count: way.count)
            }
            .sorted { ($1.count, $0.taken.count) < ($0.count, $1.taken.count) }
    }

    /// The fragments that were in front one after another, broken where a whole path was set.
    private var ways: [[F]] {
        var ways: [[F]] = []
        var way: [F] = []
        for event in events {
            guard let edge = event.edge.map(rule) else { continue }
            if way.last != edge.from || event.cause == .replace {
                if way.count > 1 { ways.append(way) }
                way = event.cause == .replace ? [] : [edge.from]
            }
            way.append(edge.to)
        }
        return way.count > 1 ? ways + [way] : ways
    }
}
