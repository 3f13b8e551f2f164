import Foundation
import Testing

@testable import ExpensesBackEnd

@Suite("Reports of expenses")
struct ReportStoreTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "atoll-\(UUID().uuidString)")

    private func withStore(_ body: (ReportStore) async throws -> Void) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(ReportStore(folder.appending(path: "reports.sqlite")))
    }

    private static func entry(
        id: String = UUID().uuidString, date: String = "2026-11-27", category: String = "meals", note: String = "",
        amount: String = "12.50",
        currency: String = "EUR", hasReceipt: Bool = true
    ) -> Entry {
        Entry(
            id: id, date: date, category: category, note: note, amount: amount, currency: currency,
            hasReceipt: hasReceipt)
    }

    private static func report(
        _ id: String = "one", by owner: String = "ada", entries: [Entry] = [entry(), entry(hasReceipt: false)],
        date: Date = Date()
    ) -> Report {
        Report(
            id: id, owner: owner, ownerName: owner, date: date, state: .draft,
            text: ReportText(title: "November", entries: entries))
    }

    private static let noor = ReportStore.Manager(id: "noor", name: "noor")

    private static func decision(by manager: String) -> Decision {
        Decision(by: manager, byName: manager, date: Date(), note: "")
    }

    @Test("A report goes from its writer to a manager, who decides once")
    func wholeWay() async throws {
        try await withStore { store in
            try await store.begin(Self.report())
            try await store.add("picture", of: 0, to: "one", by: "ada")
            #expect(try await store.reports(of: "ada").isEmpty)
            #expect(try await store.waiting(for: Self.noor).isEmpty)
            await #expect(throws: ReportError.unknown) {
                _ = try await store.picture(of: 0, in: "one", for: "noor", isManager: true)
            }
            #expect(try await store.submit("one", by: "ada").state == .submitted)
            #expect(try await store.submit("one", by: "ada").state == .submitted)
            #expect(try await store.waiting(for: Self.noor).map(\.id) == ["one"])
            #expect(try await store.picture(of: 0, in: "one", for: "noor", isManager: true) == "picture")
            let decided = try await store.decide("one", isApproved: false, Self.decision(by: "noor"))
            #expect(decided.state == .returned && decided.decision?.byName == "noor")
            await #expect(throws: ReportError.state) {
                _ = try await store.decide("one", isApproved: true, Self.decision(by: "dan"))
            }
            #expect(try await store.reports(of: "ada").map(\.state) == [.returned])
            #expect(try await store.waiting(for: Self.noor).isEmpty)
        }
    }

    @Test("Managers can't decide about their own reports, and users can't see others' reports")
    func strangers() async throws {
        try await withStore { store in
            try await store.begin(Self.report())
            for change in [
                { try await store.begin(Self.report(by: "ben")) },
                { try await store.add("x", of: 0, to: "one", by: "ben") },
                { _ = try await store.submit("one", by: "ben") },
                { try await store.remove("one", by: "ben") },
                { _ = try await store.picture(of: 0, in: "one", for: "ben", isManager: false) },
                { _ = try await store.decide("one", isApproved: true, Self.decision(by: "ben")) },
            ] { await #expect(throws: ReportError.unknown) { try await change() } }
            try await store.add("picture", of: 0, to: "one", by: "ada")
            _ = try await store.submit("one", by: "ada")
            // The name is checked as well, for a user with another id after the mini app was forgotten.
            for id in ["ada", "another"] {
                #expect(try await store.waiting(for: .init(id: id, name: "ada")).isEmpty)
                await #expect(throws: ReportError.own) {
                    let decision = Decision(by: id, byName: "ada", date: Date(), note: "")
                    _ = try await store.decide("one", isApproved: true, decision)
                }
            }
        }
    }

    @Test("A restarted draft has no receipts; a report that was handed in stays unchanged until it is taken back")
    func states() async throws {
        try await withStore { store in
            try await store.begin(Self.report())
            try await store.add("old", of: 0, to: "one", by: "ada")
            try await store.begin(Self.report())
            await #expect(throws: ReportError.unknown) {
                _ = try await store.picture(of: 0, in: "one", for: "ada", isManager: false)
            }
            // The second entry has no receipt, and a third does not exist.
            for entry in [1, 2, -1] {
                await #expect(throws: ReportError.unknown) {
                    try await store.add("x", of: entry, to: "one", by: "ada")
                }
            }
            await #expect(throws: ReportError.state) { try await store.submit("one", by: "ada") }
            try await store.add("new", of: 0, to: "one", by: "ada")
            _ = try await store.submit("one", by: "ada")
            await #expect(throws: ReportError.state) { try await store.begin(Self.report()) }
            await #expect(throws: ReportError.state) { try await store.add("x", of: 0, to: "one", by: "ada") }
            try await store.remove("one", by: "ada")
            #expect(try await store.waiting(for: Self.noor).isEmpty)
            try await store.begin(Self.report("two", entries: [Self.entry(hasReceipt: false)]))
            _ = try await store.submit("two", by: "ada")
            _ = try await store.decide("two", isApproved: true, Self.decision(by: "noor"))
            await #expect(throws: ReportError.state) { try await store.remove("two", by: "ada") }
        }
    }

    @Test("One person can't fill the disk")
    func limits() async throws {
        try await withStore { store in
            try await store.begin(Self.report(entries: [Self.entry(), Self.entry()]))
            let half = String(repeating: "a", count: ReportStore.maximumReceipts / 2 + 1)
            try await store.add(half, of: 0, to: "one", by: "ada")
            await #expect(throws: ReportError.full) { try await store.add(half, of: 1, to: "one", by: "ada") }
            // Drafts that were not handed in make room for the next.
            for number in 0..<ReportStore.maximumOpen {
                try await store.begin(Self.report("\(number)", entries: [Self.entry(hasReceipt: false)]))
                _ = try await store.submit("\(number)", by: "ada")
            }
            await #expect(throws: ReportError.unknown) { try await store.submit("one", by: "ada") }
            await #expect(throws: ReportError.full) { try await store.begin(Self.report("more")) }
            try await store.begin(Self.report("theirs", by: "ben"))
            try await store.remove("1", by: "ada")
            try await store.begin(Self.report("another"))
        }
    }

    @Test("An expense is handed in once, until it is sent back or taken back")
    func twice() async throws {
        try await withStore { store in
            let entry = Self.entry(hasReceipt: false)
            func handIn(_ id: String, by person: String = "ada") async throws {
                try await store.begin(Self.report(id, by: person, entries: [Self.entry(hasReceipt: false), entry]))
                _ = try await store.submit(id, by: person)
            }
            try await handIn("one")
            await #expect(throws: ReportError.twice) { try await handIn("two") }
            // A refused report leaves nothing behind.
            #expect(try await store.reports(of: "ada").map(\.id) == ["one"])
            try await handIn("theirs", by: "ben")
            _ = try await store.decide("one", isApproved: false, Self.decision(by: "noor"))
            try await handIn("two")
            try await store.remove("two", by: "ada")
            try await handIn("three")
            _ = try await store.decide("three", isApproved: true, Self.decision(by: "noor"))
            await #expect(throws: ReportError.twice) { try await handIn("four") }
        }
    }

    @Test("Receipts approved long ago make room for others; recently approved ones do not")
    func room() async throws {
        try await withStore { store in
            let half = String(repeating: "a", count: ReportStore.maximumReceipts / 2 + 1)
            let longAgo = Date().addingTimeInterval(-ReportStore.keeping - 1)
            for (id, date) in [("old", longAgo), ("new", Date())] {
                try await store.begin(Self.report(id, entries: [Self.entry()], date: date))
                try await store.add(half, of: 0, to: id, by: "ada")
                _ = try await store.submit(id, by: "ada")
                _ = try await store.decide(id, isApproved: true, Self.decision(by: "noor"))
            }
            await #expect(throws: ReportError.unknown) {
                _ = try await store.picture(of: 0, in: "old", for: "ada", isManager: false)
            }
            #expect(try await store.picture(of: 0, in: "new", for: "ada", isManager: false) == half)
            #expect(try await store.reports(of: "ada").map(\.id) == ["new", "old"])
            // A draft must not evict receipts that a manager has reviewed.
            try await store.begin(Self.report("draft", entries: [Self.entry()]))
            await #expect(throws: ReportError.full) { try await store.add(half, of: 0, to: "draft", by: "ada") }
            #expect(try await store.picture(of: 0, in: "new", for: "noor", isManager: true) == half)
        }
    }

    @Test("The id of a report that was taken back is never reused")
    func ids() async throws {
        try await withStore { store in
            try await store.begin(Self.report(entries: [Self.entry(amount: "12.50", hasReceipt: false)]))
            _ = try await store.submit("one", by: "ada")
            try await store.remove("one", by: "ada")
            for owner in ["ada", "ben"] {
                let other = Self.report(by: owner, entries: [Self.entry(amount: "9999.00", hasReceipt: false)])
                await #expect(throws: ReportError.state) { try await store.begin(other) }
            }
            await #expect(throws: ReportError.unknown) {
                _ = try await store.decide("one", isApproved: true, Self.decision(by: "noor"))
            }
        }
    }

    @Test("Only valid expenses can be handed in")
    func texts() {
        let good = [
            Self.entry(), Self.entry(date: "2028-02-29"), Self.entry(amount: "0.01"),
            Self.entry(amount: "1200", currency: "JPY"),
            Self.entry(amount: "1.234", currency: "KWD"),
        ]
        for entry in good { #expect(ReportText(title: "November", entries: [entry]).isValid, "\(entry)") }
        let bad = [
            Self.entry(date: "27.11.2026"), Self.entry(date: "2026-11-27T00:00"), Self.entry(date: "2026-13-45"),
            Self.entry(date: "2026-02-30"), Self.entry(date: "20266-01-01"), Self.entry(id: "1"),
            Self.entry(amount: "0.00"),
            Self.entry(amount: "12.345"), Self.entry(amount: "1.5", currency: "JPY"), Self.entry(currency: "AUD"),
            Self.entry(category: "bribes"),
            Self.entry(note: String(repeating: "a", count: 201)), Self.entry(amount: "-1"), Self.entry(amount: "1e9"),
            Self.entry(amount: "12.5000"), Self.entry(amount: "1234567890123"), Self.entry(amount: "١٢"),
            Self.entry(currency: "eur"), Self.entry(currency: "EURO"),
            // One character with a thousand combining marks.
            Self.entry(note: "a" + String(repeating: "\u{301}", count: 1_000)),
        ]
        for entry in bad { #expect(!ReportText(title: "November", entries: [entry]).isValid, "\(entry)") }
        let many = Array(repeating: Self.entry(), count: ReportText.maximumEntries + 1)
        for (title, entries) in [("", [Self.entry()]), ("November", []), ("November", many)] {
            #expect(!ReportText(title: title, entries: entries).isValid)
        }
    }
}
