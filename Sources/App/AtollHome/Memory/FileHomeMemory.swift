import Foundation

/// Stores the records in a small JSON file, which is rewritten as a whole, atomically, with each change.
public actor FileHomeMemory: HomeMemory {
    private let file: URL
    private var known: [String: HomeRecord]?

    /// The maximum size of a file to read, in bytes; a larger one counts as damaged.
    private static let limit = 1 << 20

    /// Creates a memory; the file and its folder are created with the first record.
    public init(file: URL) { self.file = file }

    /// All records, by the ids of the modules. A damaged file, or one of more than 1 MB, counts as empty: at worst
    /// something is shown again.
    ///
    /// - Throws: The error of the file system if the file exists but can't be read.
    public func records() throws -> [String: HomeRecord] {
        if let known { return known }
        guard FileManager.default.fileExists(atPath: file.path) else { return [:] }
        let data = try Data(contentsOf: file)
        let found = data.count <= Self.limit ? try? JSONDecoder().decode([String: HomeRecord].self, from: data) : nil
        known = found ?? [:]
        return known ?? [:]
    }

    /// Records an event and, if that changes anything, writes the file.
    ///
    /// - Throws: The error of the file system; the records stay as they were.
    public func note(_ event: HomeEvent, _ module: String, at date: Date, in calendar: Calendar) throws {
        var records = try records()
        guard records[module, default: HomeRecord()].note(event, at: date, in: calendar) else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try encoder.encode(records).write(to: file, options: .atomic)
        known = records
    }

    /// Deletes all records, and the file.
    public func forget() throws {
        known = [:]
        if FileManager.default.fileExists(atPath: file.path) { try FileManager.default.removeItem(at: file) }
    }
}
