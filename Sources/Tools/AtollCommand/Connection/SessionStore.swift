import AtollTerminal
import DurableFiles
import Foundation

/// The sessions of `atoll login`, by the Center's URL: a file that only its owner may read.
struct SessionStore {
    private let file: URL

    init() {
        let environment = ProcessInfo.processInfo.environment
        let home = environment["HOME"].flatMap { $0.isEmpty ? nil : URL(filePath: $0) } ?? URL.homeDirectory
        file = environment["ATOLL_SESSIONS"].map { URL(filePath: $0) } ?? home.appending(path: ".atoll/sessions.json")
    }

    /// The secret of the session at a Center, or nil.
    ///
    /// - Parameter email: The account whose device token to return, by which the Center recognizes this program at the
    ///   next sign-in; nil for the session.
    func secret(at center: URL, for email: String? = nil) throws -> String? { try all()[Self.name(center, email)] }

    /// The Center's URL, if there is exactly one Center with a session.
    func onlyCenter() throws -> String? {
        let centers = try all().keys.filter { !$0.contains(" ") }
        return centers.count == 1 ? centers.first : nil
    }

    /// Stores the secret of a session or a device token, or removes it if the secret is nil.
    func keep(_ secret: String?, at center: URL, for email: String? = nil) throws {
        var all = try all()
        all[Self.name(center, email)] = secret
        try DurableFile.makeFolder(file.deletingLastPathComponent())
        try DurableFile.write(JSONEncoder().encode(all), to: file, permissions: 0o600)
    }

    private func all() throws -> [String: String] {
        guard FileManager.default.fileExists(atPath: file.path) else { return [:] }
        do {
            return try JSONDecoder().decode([String: String].self, from: Data(contentsOf: file))
        } catch is DecodingError {
            throw Failure("\(file.path) is damaged. Remove it, and sign in again: atoll login")
        }
    }

    private static func name(_ center: URL, _ email: String?) -> String {
        let text = center.absoluteString
        let address = text.hasSuffix("/") ? String(text.dropLast()) : text
        return email.map { "\(address) \($0.lowercased())" } ?? address
    }
}
