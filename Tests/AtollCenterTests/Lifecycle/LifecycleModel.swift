import AtollPackages

/// The life of a mini app's versions, told again in the plainest way: what the database must agree with.
struct LifecycleModel {
    struct Version: Equatable {
        var state = "draft"
        var share = 0
        var groups: [String] = []
        var wish = "manual"
        var starts: Int?
        var reviewer: String?
        var changed: Int
        var plan: [(after: Int, share: Int)] = []
        var stepTime: Int?

        static func == (one: Version, other: Version) -> Bool {
            one.state == other.state && one.share == other.share && one.groups == other.groups
        }
    }

    enum Operation: Sendable {
        case upload, submit(wish: String, at: Int?), recall, discard, claim, unclaim, approve, reject
        case schedule(Int), unschedule, start(share: Int?, groups: [String], week: Bool), step(Int), hold, resume(Int)
        case complete, withdraw
    }

    enum Outcome: Equatable, Sendable { case done, unknown, forbidden, refused, invalid }

    var versions: [Int: Version] = [:]
    var now: Int
    private static let week = [100, 200, 500, 1_000, 2_000, 5_000, 10_000]

    private func code(_ states: String...) -> Int? {
        versions.first { states.contains($0.value.state) }?.key
    }

    /// The permissions, in any state.
    private func permission(_ operation: Operation, _ person: String, _ version: Version) -> Outcome? {
        // No other caller knows that the version exists.
        guard ["dev", "ora", "ada", "rita", "rob"].contains(person) else { return .unknown }
        let isPublisher = person == "dev" || person == "ora"
        let isReviewer = person == "rita" || person == "rob"
        let isPermitted =
            switch operation {
            case .upload, .submit, .recall: isPublisher
            case .discard:
                isPublisher || person == "ada" && version.state != "draft" && version.state != "submitted"
            case .claim, .approve, .reject: isReviewer
            case .unclaim: person == "ada" || version.reviewer == person
            case .schedule, .unschedule, .start, .step, .resume, .complete: isPublisher || person == "ada"
            case .hold, .withdraw: true
            }
        return isPermitted ? nil : .forbidden
    }

    /// The states from which something is possible.
    func begins(_ operation: Operation) -> [String] {
        switch operation {
        case .upload: []
        case .submit: ["draft"]
        case .recall, .claim: ["submitted"]
        case .discard: ["draft", "submitted", "approved", "scheduled"]
        case .unclaim, .approve, .reject: ["inReview"]
        case .schedule: ["approved"]
        case .unschedule: ["scheduled"]
        case .start: ["approved", "scheduled"]
        case .step, .hold: ["rollingOut"]
        case .resume: ["held"]
        case .complete: ["approved", "scheduled", "rollingOut"]
        case .withdraw: ["rollingOut", "held", "live", "superseded"]
        }
    }

    mutating func perform(_ operation: Operation, on code: Int, by person: String) -> Outcome {
        if case .upload = operation {
            versions[code] = Version(changed: now)
            return .done
        }
        guard let version = versions[code] else { return .unknown }
        if let refusal = permission(operation, person, version) { return refusal }
        guard begins(operation).contains(version.state) else { return .refused }
        switch operation {
        case .upload: return .done
        case .submit(let wish, let at):
            if let at, at <= now { return .invalid }
            let ahead = ["submitted", "inReview", "approved", "scheduled", "rollingOut", "held", "live"]
            if versions.contains(where: { $0.key > code && ahead.contains($0.value.state) }) { return .refused }
            if self.code("inReview") != nil { return .refused }
            if let earlier = self.code("submitted") { set(earlier, "discarded") }
            set(code, "submitted")
            versions[code]?.wish = wish
            versions[code]?.starts = at
        case .recall: set(code, "draft")
        case .discard: set(code, "discarded")
        case .claim:
            set(code, "inReview")
            versions[code]?.reviewer = person
        case .unclaim: set(code, "submitted")
        case .approve:
            if let earlier = self.code("approved", "scheduled") { set(earlier, "discarded") }
            set(code, "approved")
            followWish(code)
        case .reject: set(code, "rejected")
        case .schedule(let at):
            if at <= now { return .invalid }
            set(code, "scheduled")
            versions[code]?.starts = at
        case .unschedule:
            set(code, "approved")
            versions[code]?.wish = "manual"
            versions[code]?.starts = nil
        case .start(let share, let groups, let week): return start(code, share, groups, week)
        case .step(let share):
            guard share > version.share, share <= 10_000 else { return .invalid }
            return raise(code, to: share, from: now)
        case .hold: set(code, "held", share: version.share, groups: version.groups)
        case .resume(let share):
            if let problem = problem(share, version.groups) { return problem }
            if version.share == 0, share > 0, self.code("live") == nil { return .refused }
            set(code, "rollingOut", share: share, groups: version.groups)
            plan(code, from: now)
        case .complete:
            if obstructed(code) { return .refused }
            goLive(code)
        case .withdraw: withdraw(code)
        }
        return .done
    }

    /// The automatic steps.
    mutating func doWhatIsDue(about code: Int) {
        guard let version = versions[code] else { return }
        switch version.state {
        case "scheduled":
            guard let starts = version.starts, starts <= now, self.code("rollingOut", "held") == nil else { return }
            if let live = self.code("live"), live >= code { set(code, "discarded") } else { goLive(code) }
        case "rollingOut":
            guard let due = version.stepTime, due <= now,
                let next = version.plan.first(where: { $0.share > version.share })
            else { return }
            if raise(code, to: next.share, from: due) != .done {
                set(code, "held", share: version.share, groups: version.groups)
            }
        case "inReview" where version.changed <= now - 259_200: set(code, "submitted")
        case "draft" where version.changed <= now - 7_776_000: set(code, "discarded")
        default: return
        }
    }

    private mutating func set(_ code: Int, _ state: String, share: Int = 0, groups: [String] = []) {
        guard var version = versions[code] else { return }
        version.state = state
        version.share = state == "live" ? 10_000 : share
        version.groups = groups
        version.changed = now
        version.reviewer = nil
        version.stepTime = nil
        versions[code] = version
    }

    private func obstructed(_ code: Int) -> Bool {
        if let partial = self.code("rollingOut", "held"), partial != code { return true }
        if let live = self.code("live"), live >= code { return true }
        return false
    }

    private mutating func goLive(_ code: Int) {
        if let live = self.code("live") { set(live, "superseded") }
        set(code, "live")
        followWaiting()
    }

    private mutating func followWaiting() {
        if let waiting = code("approved"), versions[waiting]?.wish != "manual" { followWish(waiting) }
    }

    private mutating func followWish(_ code: Int) {
        guard let version = versions[code], version.wish != "manual" else { return }
        if version.wish == "at", let starts = version.starts, starts > now {
            set(code, "scheduled")
        } else if !obstructed(code) {
            goLive(code)
        }
    }

    private func problem(_ share: Int, _ groups: [String]) -> Outcome? {
        share >= (groups.isEmpty ? 1 : 0) && share < 10_000 ? nil : .invalid
    }

    private mutating func start(_ code: Int, _ share: Int?, _ groups: [String], _ week: Bool) -> Outcome {
        if obstructed(code) { return .refused }
        guard let first = share ?? (week ? Self.week[0] : nil) ?? (groups.isEmpty ? nil : 0) else { return .invalid }
        if first == 10_000 {
            goLive(code)
            return .done
        }
        if let problem = problem(first, groups) { return problem }
        // A device that does not receive it would have no version.
        if first > 0, self.code("live") == nil { return .refused }
        set(code, "rollingOut", share: first, groups: groups)
        if week {
            versions[code]?.plan = Self.week.enumerated().map { (after: $0 == 0 ? 0 : 86_400, share: $1) }
        }
        plan(code, from: now)
        return .done
    }

    private mutating func raise(_ code: Int, to share: Int, from start: Int) -> Outcome {
        if share == 10_000 {
            goLive(code)
            return .done
        }
        let groups = versions[code]?.groups ?? []
        if let problem = problem(share, groups) { return problem }
        if versions[code]?.share == 0, self.code("live") == nil { return .refused }
        set(code, "rollingOut", share: share, groups: groups)
        plan(code, from: start)
        return .done
    }

    private mutating func plan(_ code: Int, from start: Int) {
        guard let version = versions[code] else { return }
        versions[code]?.stepTime = version.plan.first { $0.share > version.share }.map { start + $0.after }
    }

    private mutating func withdraw(_ code: Int) {
        let wasLive = versions[code]?.state == "live"
        set(code, "withdrawn")
        if wasLive, let back = fallback(from: code) { set(back, "live") }
    }

    /// The version that devices go back to.
    func fallback(from code: Int) -> Int? {
        versions.filter { $0.key < code && $0.value.state == "superseded" }.keys.max()
    }
}
