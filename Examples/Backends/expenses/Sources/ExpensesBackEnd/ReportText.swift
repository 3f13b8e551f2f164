/// The contents of a report.
struct ReportText: Codable, Sendable, Equatable {
    let title: String
    let entries: [Entry]

    static let maximumEntries = 100

    var isValid: Bool {
        (1...100).contains(title.count) && title.utf8.count <= 400 && (1...Self.maximumEntries).contains(entries.count)
            && entries.allSatisfy(\.isValid)
    }
}
