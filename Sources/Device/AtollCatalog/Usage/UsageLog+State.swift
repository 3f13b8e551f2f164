import AtollPackages
import Foundation

extension UsageLog.State {
    mutating func add(_ name: UsageName, _ times: Int, of miniApp: MiniAppID?, _ code: Int?, _ now: Date) {
        guard times > 0 else { return }
        change(miniApp, code, now) { row in
            guard row.counts[name.text] != nil || row.counts.count < UsageReport.Row.maximumNames else { return }
            let sum = row.counts[name.text, default: 0].addingReportingOverflow(times)
            row.counts[name.text] =
                sum.overflow ? UsageReport.Row.maximumCount : min(sum.partialValue, UsageReport.Row.maximumCount)
        }
    }

    mutating func note(_ message: String, of miniApp: MiniAppID, _ code: Int, _ now: Date) {
        change(miniApp, code, now) { row in
            var messages = row.messages ?? [:]
            guard messages[message] != nil || messages.count < UsageReport.Row.maximumMessages else { return }
            messages[message, default: 0] += 1
            row.messages = messages
        }
    }

    /// Adds a user to those who have opened a version. The hash is of the day and the mini app too, so that it reveals
    /// nothing about other days.
    mutating func add(_ person: String, to miniApp: MiniAppID, _ code: Int, _ now: Date) {
        let day = Self.day(now)
        change(miniApp, code, now) { row in
            var people = row.people ?? PeopleSketch()
            people.add(SHA256Hash(of: Data("\(day)\n\(miniApp)\n\(person)".utf8)))
            row.people = people
        }
    }

    /// Removes the rows for the next report, the oldest first, as many as it may have.
    mutating func takeRows() -> [UsageReport.Row] {
        var counts = 0
        let taken = rows.prefix(UsageReport.maximumRows).prefix { row in
            counts += row.counts.count + (row.messages?.count ?? 0)
            return counts <= UsageReport.maximumCounts
        }
        rows.removeFirst(taken.count)
        return Array(taken)
    }

    /// Removes counts that the Center would no longer accept.
    mutating func dropOld(_ now: Date) {
        let oldest = Self.day(now) - UsageReport.maximumAge
        rows.removeAll { $0.day < oldest }
        if let report = pending, report.rows.contains(where: { $0.day < oldest }) { pending = nil }
    }

    private mutating func change(
        _ miniApp: MiniAppID?, _ code: Int?, _ now: Date, _ body: (inout UsageReport.Row) -> Void
    ) {
        // The Center counts what is released.
        guard miniApp?.isPreview != true else { return }
        let day = Self.day(now)
        if let index = rows.firstIndex(where: { $0.day == day && $0.miniApp == miniApp && $0.code == code }) {
            return body(&rows[index])
        }
        var row = UsageReport.Row(day: day, miniApp: miniApp, code: miniApp == nil ? nil : code)
        body(&row)
        rows.append(row)
        if rows.count > UsageLog.maximumRows { rows.removeFirst(rows.count - UsageLog.maximumRows) }
    }

    static func day(_ now: Date) -> Int { Int(exactly: (now.timeIntervalSince1970 / 86_400).rounded(.down)) ?? 0 }
}
