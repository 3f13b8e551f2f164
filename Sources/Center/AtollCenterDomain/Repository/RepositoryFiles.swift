import TUF

/// The files of the signed repository at one moment, for code that can't wait.
///
/// Those of a folder are read when they are needed. Those of a bucket must be fetched first: what is asked for and not
/// at hand is an error that ``fetchMissing()`` mends, and then the work is done again.
package protocol RepositoryFiles: TUFStorage {
    /// Fetches these files, for work that will need them all.
    func prepare(_ paths: [String]) async throws

    /// Fetches the files that were asked for and were not at hand.
    ///
    /// - Returns: Whether there were any: then nothing counts that the work has done.
    func fetchMissing() async throws -> Bool

    /// Remembers metadata files that are no longer listed, to remove them when no device needs them.
    func noteReplaced(_ paths: Set<String>)
}

extension RepositoryFiles {
    /// Does work that reads files, again each time that files were missing.
    ///
    /// - Parameter work: Must have no effect but on what it returns, and on these files.
    package func reading<Result>(
        isolation: isolated (any Actor)? = #isolation, _ work: () throws -> Result
    ) async throws -> Result {
        while true {
            let result = Swift.Result { try work() }
            guard try await fetchMissing() else { return try result.get() }
        }
    }
}

extension TUFFolder: RepositoryFiles {
    package func prepare(_ paths: [String]) {}

    package func fetchMissing() -> Bool { false }

    package func noteReplaced(_ paths: Set<String>) {}
}
