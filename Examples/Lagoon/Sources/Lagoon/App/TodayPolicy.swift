import AtollHome
import AtollWeb
import Foundation
import LagoonToday
import Logging

/// What the operator has published about Today, verified; what is built in, where that is nothing, or nothing that can be used. The
/// answer of a moment ago does: Today waits for no Center.
actor TodayPolicy {
    private let shell: ShellServices
    private let logger: Logger
    private var policy = TodayRules.policy
    private var asked: ContinuousClock.Instant?
    private var isAsking = false

    private static let lifetime = Duration.seconds(60)

    init(shell: ShellServices, logger: Logger) {
        self.shell = shell
        self.logger = logger
    }

    func current() -> HomePolicy {
        let isFresh = asked.map { $0.duration(to: .now) < Self.lifetime } ?? false
        if !isFresh, !isAsking {
            isAsking = true
            Task { await ask() }
        }
        return policy
    }

    private func ask() async {
        defer {
            isAsking = false
            asked = .now
        }
        do {
            guard let data = try await shell.homeConfiguration() else {
                policy = TodayRules.policy
                return
            }
            policy = try JSONDecoder().decode(HomePolicy.self, from: data)
        } catch {
            // What was used before is as good as it was.
            logger.warning("\(HomeProblem.configuration(String(describing: error)))")
        }
    }
}
