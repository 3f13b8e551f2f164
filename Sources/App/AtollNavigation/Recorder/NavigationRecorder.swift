/// Records how users move through the app, how long they stay on a screen, and where they drop off.
///
/// ```swift
/// var recorder = NavigationRecorder(graph)
/// let start = clock.now
/// for await change in navigator.changes() {
///     recorder.record(change, at: start.duration(to: clock.now))
/// }
/// ```
///
/// Memory is bounded: only the newest events are retained, while step counts and times are totals over all events.
public struct NavigationRecorder<F: Fragment>: Sendable {
    private let graph: NavigationGraph<F>
    /// The maximum number of retained events.
    public let capacity: Int
    /// Whether events include the ids of fragments.
    public let keepsIDs: Bool

    private var ring: [NavigationEvent<F>] = []
    private var first = 0
    private var steps: [GraphEdge<F>: Int] = [:]
    private var stays: [F: Duration] = [:]
    private var last: (fragment: F, time: Duration)?

    /// Makes an empty recorder.
    ///
    /// - Parameters:
    ///   - capacity: The maximum number of retained events; at least 1.
    ///   - keepsIDs: Pass false if ids could reveal what a user has looked at.
    public init(_ graph: NavigationGraph<F>, capacity: Int = 10_000, keepsIDs: Bool = true) {
        self.graph = graph
        self.capacity = max(1, capacity)
        self.keepsIDs = keepsIDs
    }

    /// Records a change.
    ///
    /// - Parameter time: The time since the recording began.
    /// - Returns: The event, for example to send it elsewhere.
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

    /// The fragment as the graph writes it, so that a family counts as one fragment.
    private func rule(for fragment: F) -> F { graph.rule(for: fragment) ?? fragment }

    private func rule(for edge: GraphEdge<F>) -> GraphEdge<F> { edge.map(rule) }

    /// The retained events, oldest first.
    public var events: [NavigationEvent<F>] { Array(ring[first...] + ring[..<first]) }

    /// How often each step was taken, most frequent first.
    public var stepCounts: [(edge: GraphEdge<F>, count: Int)] {
        steps.map { (edge: $0.key, count: $0.value) }
            .sorted { ($1.count, $0.edge.description) < ($0.count, $1.edge.description) }
    }

    /// The total time for which the fragment, or any member of its family, was the newest presented place, up to the
    /// last recorded change.
    public func time(on fragment: F) -> Duration { stays[rule(for: fragment)] ?? .zero }

    /// How often one fragment was reached, and how often another was reached after it.
    public struct Funnel: Hashable, Sendable {
        /// How often the first fragment was reached.
        public let reached: Int
        /// How often the second fragment was reached after the first.
        public let converted: Int
        /// The median time between the two, or nil if the second was never reached after the first.
        public let medianTime: Duration?

        /// The share that reached the second fragment, from 0 to 1; 0 if the first was never reached.
        public var rate: Double { reached == 0 ? 0 : Double(converted) / Double(reached) }
        /// How often the second fragment was not reached after the first.
        public var dropOff: Int { reached - converted }
    }

    /// How often `end` was reached after `start`. Reaching `start` again, or setting a whole path, begins a new
    /// attempt.
    ///
    /// - Complexity: O(*n* log *n*) in the retained events.
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

    /// The sequences of `length` fragments that were taken most often, most frequent first.
    ///
    /// - Parameters:
    ///   - length: The number of fragments in a sequence; the result is empty if it is less than 2.
    ///   - count: The maximum number of sequences.
    /// - Complexity: O(*n* · *length*) in the retained events.
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

    /// A sequence of fragments that users take although the graph has a shorter path.
    public struct Detour: Hashable, Sendable {
        /// The fragments, from the first to the last.
        public let taken: [F]
        /// The least number of steps that the graph needs from the first to the last.
        public let steps: Int
        /// How often the sequence was taken.
        public let count: Int
    }

    /// The sequences of 3 to `length` different fragments that were taken at least `minimum` times although the graph
    /// has a shorter path, regardless of conditions; most frequent first.
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

    /// The sequences of fragments that were in front one after another, split where a whole path was set.
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
