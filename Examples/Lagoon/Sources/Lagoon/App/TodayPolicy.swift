import AtollHome
import AtollWeb
import Foundation
import LagoonToday
import Logging

/// The verified home configuration that the operator published for Today, or the built-in one if none was published or
/// could be read yet. It is cached for a minute and refreshed in the background: Today never waits for the Center.
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
            // The previous policy stays in effect.
            logger.warning("\(HomeProblem.configuration(String(describing: error)))")
        }
    }
}
