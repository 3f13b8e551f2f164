/// How often the services of a Center poll for pending work.
///
/// Tests that count or order what happens have them look less often.
package struct ServiceIntervals: Sendable {
    /// Between two announcements of versions that are due.
    package var announcements = Duration.seconds(1)
    /// Between two looks at the steps of releases.
    package var schedule = Duration.seconds(2)
    /// Between two looks at deliveries of webhooks.
    package var webhooks = Duration.seconds(2)
    /// Between two looks at notices to send.
    package var notices = Duration.seconds(2)

    package init() {}

    /// Intervals so long that each service polls only once, when it starts.
    package static var resting: ServiceIntervals {
        var intervals = ServiceIntervals()
        let day = Duration.seconds(86_400)
        (intervals.announcements, intervals.schedule, intervals.webhooks, intervals.notices) = (day, day, day, day)
        return intervals
    }
}
