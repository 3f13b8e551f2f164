import Foundation
import TUF

/// The storage of a Center's signed repository: a folder, or a database and a bucket that several Centers
/// share.
package protocol RepositoryPlace: Sendable {
    /// The files as devices see them now.
    ///
    /// - Throws: ``CenterError/noRepository``, or an error of the store.
    func files() async throws -> any RepositoryFiles

    /// Changes the repository. What `work` writes takes effect together, when it has ended.
    ///
    /// In a shared place, one process changes the repository at a time. In a folder, a ceremony may come first: then
    /// `work` fails with `TUFError.changedElsewhere`, and is done again with what is there now.
    func change<Result: Sendable>(
        _ work: @Sendable (any RepositoryFiles) async throws -> Result
    ) async throws -> Result

    /// A file as it is served, or nil if it does not exist.
    ///
    /// - Parameter path: Such as `metadata/timestamp.json`; the caller has checked its components.
    func file(_ path: String) async throws -> Data?

    /// The names of the changes that were signed offline and have not been accepted yet, in their order.
    func proposals() async throws -> [String]

    /// The bytes of such a change.
    func proposal(_ name: String) async throws -> Data

    /// Removes a change that was accepted.
    func removeProposal(_ name: String, _ data: Data) async throws

    /// Sets a change aside that was refused, so that it is not read again.
    func refuseProposal(_ name: String, because reason: String) async throws

    /// The names of the changes that were refused, at most 100; the log has the reasons.
    func refusedProposals() async throws -> [String]

    /// When the bins that are due each day were signed last, or nil.
    func binsSigned() async throws -> Date?

    /// Remembers when bins were signed.
    func noteBinsSigned(at time: Date) async throws

    /// Removes metadata that was replaced before a date; see `TUFRepository.prune(replacedBefore:)`.
    func prune(replacedBefore date: Date) async throws
}
