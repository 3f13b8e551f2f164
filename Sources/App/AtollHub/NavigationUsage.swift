import AtollNavigation
import AtollPackages

/// Counts how users move through an app: steps between screens, seconds on them, and where visits end. Nothing tells
/// what content a user has seen: fragments with ids count as their family.
///
/// ```swift
/// .task { await NavigationUsage(usage).follow(navigator, in: graph) }
/// ```
@MainActor
public struct NavigationUsage {
    private let usage: any UsageCounting

    /// Creates a counter.
    public init(_ usage: any UsageCounting) {
        self.usage = usage
    }

    /// Counts the changes of a navigator until the task is cancelled; then the visit ends.
    public func follow<F: Fragment>(_ navigator: Navigator<F>, in graph: NavigationGraph<F>) async {
        var recorder = NavigationRecorder(graph, capacity: 1, keepsIDs: false)
        let start = ContinuousClock.now
        var last: (screen: F, time: Duration)?
        for await change in navigator.changes() {
            let event = recorder.record(change, at: start.duration(to: .now))
            guard let edge = event.edge else { continue }
            count(.step(from: "\(edge.from)", to: "\(edge.to)"), 1)
            if let last { count(.stay(on: "\(last.screen)"), seconds(event.time - last.time)) }
            last = (event.to, event.time)
        }
        guard let last else { return }
        count(.stay(on: "\(last.screen)"), seconds(start.duration(to: .now) - last.time))
        count(.leave(from: "\(last.screen)"), 1)
    }

    private func count(_ name: UsageName, _ times: Int) { usage.count(name, times, of: nil, code: nil) }

    /// Whole seconds; a day at most, so that an app that lay in the background does not count for all others.
    private func seconds(_ time: Duration) -> Int { Int(clamping: min(time, .seconds(86_400)).components.seconds) }
}
