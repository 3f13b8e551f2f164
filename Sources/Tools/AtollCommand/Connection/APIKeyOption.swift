import ArgumentParser
import AtollPackages
import AtollTerminal
import Foundation

/// The API key with which a publisher calls a Center, or the session of a user who has signed in there.
struct APIKeyOption: ParsableArguments {
    @Option(
        name: .customLong("api-key-file"),
        help: "A file with the API key. Default: the key in $ATOLL_API_KEY, or the session of atoll login.")
    var file: String?

    /// Returns the secret for publishing a mini app. In a CI job without a key, the job's token is exchanged for one.
    ///
    /// - Parameter isNamed: Whether the command or the environment names the Center. A Center named only by a file next
    ///   to the mini app receives $ATOLL_API_KEY only if it has received that key before: the key may be for another
    ///   Center.
    func text(
        for miniApp: MiniAppID, at center: URL, isNamed: Bool, _ records: StatementRecords
    ) async throws -> String {
        let job = CIJob()
        if file == nil, Self.ownKey == nil, job.hasToken { return try await job.key(for: miniApp, at: center) }
        guard !isNamed, file == nil, let key = Self.ownKey, try !records.knows(key: key, of: center) else {
            return try text(at: center)
        }
        if let session = try SessionStore().secret(at: center) {
            note(
                "The session of atoll login is used: $ATOLL_API_KEY may be for another Center than \(center.absoluteString)."
            )
            return session
        }
        throw Failure(
            "$ATOLL_API_KEY was not sent to \(center.absoluteString), which only a file names: it may be for another Center. "
                + "If it is for this one, name the Center once: --center \(center.absoluteString)")
    }

    /// A hint about a permission that a GitHub Actions job may lack; empty elsewhere.
    private static var hint: String {
        ProcessInfo.processInfo.environment["GITHUB_ACTIONS"] == "true"
            ? " A GitHub Actions job with the permission id-token: write needs no key: see atoll ci --help." : ""
    }

    /// The key in the environment, or `nil` if there is none or it is empty.
    private static var ownKey: String? {
        ProcessInfo.processInfo.environment["ATOLL_API_KEY"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the key, or the secret of a session.
    ///
    /// - Parameter center: The Center whose session may be used instead of a key, or `nil` if only a key will do.
    func text(at center: URL? = nil) throws -> String {
        if let file {
            return try String(contentsOf: URL(filePath: file), encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }
        if let key = Self.ownKey { return key }
        if let center, let session = try SessionStore().secret(at: center) { return session }
        throw Failure(
            "An API key is required. Set $ATOLL_API_KEY, or name a file with --api-key-file"
                + (center == nil ? "." : "; or sign in with atoll login.") + Self.hint)
    }
}
