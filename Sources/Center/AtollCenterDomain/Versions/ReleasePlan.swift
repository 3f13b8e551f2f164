import Foundation

/// The steps by which a version reaches more and more devices.
package struct ReleasePlan: Hashable, Sendable, Codable {
    package let steps: [Step]

    /// A step of a plan.
    package struct Step: Hashable, Sendable, Codable {
        /// How long after the step before it, in seconds.
        package let after: Int
        /// How many of 10,000 devices receive the version from then on.
        package let permyriad: Int

        package init(after: Int, permyriad: Int) {
            self.after = after
            self.permyriad = permyriad
        }
    }

    /// How many steps a plan has at most.
    package static let maximumSteps = 20
    /// The longest time between two steps, in seconds.
    package static let maximumPause = 30 * 86_400

    /// A plan without steps: each share is set by hand.
    package static let manual = ReleasePlan(unchecked: [])

    /// A week in seven steps, as Apple's phased releases have them.
    package static let week = ReleasePlan(
        unchecked: [100, 200, 500, 1_000, 2_000, 5_000, 10_000].enumerated().map { index, permyriad in
            Step(after: index == 0 ? 0 : 86_400, permyriad: permyriad)
        })

    private init(unchecked steps: [Step]) { self.steps = steps }

    /// Checks custom steps: each reaches more devices than the one before, and the first one is taken immediately.
    ///
    /// - Throws: ``ActionError/invalid(_:_:)``.
    package init(_ steps: [Step]) throws(ActionError) {
        guard (1...Self.maximumSteps).contains(steps.count) else {
            throw .invalid("plan", "must have 1 to \(Self.maximumSteps) steps")
        }
        var last = 0
        for (index, step) in steps.enumerated() {
            guard step.permyriad > last, step.permyriad <= Rollout.everyone else {
                throw .invalid("plan", "must have shares that rise, up to \(Rollout.everyone)")
            }
            guard index == 0 ? step.after == 0 : (60...Self.maximumPause).contains(step.after) else {
                throw .invalid("plan", "must begin immediately, with 60 seconds to 30 days between two steps")
            }
            last = step.permyriad
        }
        self.steps = steps
    }

    /// Reads a plan that is stored as JSON.
    package init(stored text: String) throws {
        // Most versions have none, and a decoder takes longer than a statement.
        self =
            text == "[]"
            ? .manual
            : ReleasePlan(
                unchecked: try JSONDecoder().decode([Step].self, from: Data(text.utf8)))
    }

    /// The plan as a database stores it.
    package var stored: String {
        get throws {
            if steps.isEmpty { return "[]" }
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(steps), as: UTF8.self)
        }
    }
}
