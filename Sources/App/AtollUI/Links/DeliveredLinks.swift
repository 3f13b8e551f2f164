import Foundation

/// Drops links that the system delivers twice: depending on its version, a universal link comes as a URL, as an
/// activity, or as both.
@MainActor
final class DeliveredLinks {
    enum Way: Hashable { case url, activity }

    private var opened: [String: (way: Way, time: ContinuousClock.Instant)] = [:]

    /// Whether to open a link. The same link in another way within two seconds is the same delivery; if the user taps a
    /// link again, it is opened again.
    func isNew(_ link: String, by way: Way, at time: ContinuousClock.Instant = .now) -> Bool {
        opened = opened.filter { $0.value.time.duration(to: time) < .seconds(2) }
        if let last = opened[link], last.way != way {
            opened[link] = nil
            return false
        }
        opened[link] = (way, time)
        return true
    }
}
