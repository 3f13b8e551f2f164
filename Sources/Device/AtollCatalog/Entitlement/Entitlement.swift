import AtollPackages
import BoundedHTTP

/// Whether a user may open a mini app, by what the Center says or said last.
///
/// Files are public, access is not: a host asks for this each time before it opens a mini app, and again while one is
/// running.
///
/// | the Center | told before that they may | the decision | may open |
/// | --- | --- | --- | --- |
/// | says yes | | ``Decision/allowed`` | yes |
/// | says no | | ``Decision/refused`` | no |
/// | doesn't know the user | | ``Decision/signedOut`` | no |
/// | can't be reached, or sends nonsense | yes | ``Decision/remembered`` | yes |
/// | can't be reached, or sends nonsense | no | ``Decision/unknown`` | no |
/// | refuses the request itself, or this device can't make it | | ``Decision/unknown`` | no |
///
/// It is about the user only. Whether there is a version that opens without the Center, and for how long, is decided by
/// ``MiniAppCatalog/load(_:policy:announced:progress:)`` and its ``OfflinePolicy``.
public struct Entitlement: Sendable {
    /// The decision, with its reason.
    public enum Decision: Hashable, Sendable, CaseIterable {
        /// The Center says that the user may open the mini app.
        case allowed
        /// The Center gave no usable answer. It said before that the user may.
        case remembered
        /// The Center says that the user may not, or that there is no such mini app; it makes no difference between the
        /// two.
        case refused
        /// The Center does not accept the user's token.
        case signedOut
        /// The Center gave no usable answer, and never said that the user may; or it can't be asked like this.
        case unknown
    }

    /// The decision.
    public let decision: Decision
    /// The mini app as the Center lists it now; nil unless ``decision`` is ``Decision/allowed``.
    public let listing: MiniAppListing?
    /// Why the Center gave no yes; nil if it did.
    public let error: CatalogError?

    /// Decides by the Center's answer.
    ///
    /// - Parameter wasAllowed: Whether the Center said before that the user may open the mini app.
    public init(_ answer: Result<MiniAppListing, CatalogError>, wasAllowed: Bool) {
        switch answer {
        case .success(let listing):
            (decision, self.listing, error) = (.allowed, listing, nil)
        case .failure(let failure):
            let decision: Decision =
                switch failure {
                case .notFound: .refused
                case .unauthorized: .signedOut
                case .network, .invalidResponse: wasAllowed ? .remembered : .unknown
                case .invalidRequest, .corrupted, .untrusted, .wrongClock, .notAccepted, .offlineTooLong, .refused,
                    .cacheInUse,
                    .newerCache, .storage:
                    .unknown
                }
            (self.decision, listing, error) = (decision, nil, failure)
        }
    }

    /// Whether the user may open the mini app.
    public var mayOpen: Bool { decision == .allowed || decision == .remembered }

    /// The files of the current version, for ``MiniAppCatalog/load(_:policy:announced:progress:)``.
    ///
    /// - Returns: nil if the Center gave no usable answer and the user may open what is installed.
    /// - Throws: ``CatalogError`` if the user may not open the mini app.
    public func files() throws(CatalogError) -> FileListReference? {
        if !mayOpen, let error { throw error }
        return listing?.files
    }
}

extension MiniAppCatalog {
    /// Asks whether the user may open a mini app.
    ///
    /// - Parameters:
    ///   - memory: What the Center said before; it is brought up to date.
    ///   - time: How long to wait for the Center. By default ten seconds if it said before that the user may, so that
    ///     what is installed opens soon, however slowly the Center answers; otherwise as long as the transport does.
    public func entitlement(
        to id: MiniAppID, remembering memory: some EntitlementMemory, within time: Duration? = nil
    ) async -> Entitlement {
        let wasAllowed = await memory.wasAllowed(id)
        let answer: Result<MiniAppListing, CatalogError>
        do throws(CatalogError) {
            guard let time = time ?? (wasAllowed ? .seconds(10) : nil) else {
                return await decide(.success(try await miniApp(id: id)), wasAllowed, id, memory)
            }
            answer = .success(
                try await TransferTime.within(time) { () async throws(CatalogError) in try await miniApp(id: id) })
        } catch {
            answer = .failure(error)
        }
        return await decide(answer, wasAllowed, id, memory)
    }

    private func decide(
        _ answer: Result<MiniAppListing, CatalogError>, _ wasAllowed: Bool, _ id: MiniAppID,
        _ memory: some EntitlementMemory
    ) async -> Entitlement {
        let entitlement = Entitlement(answer, wasAllowed: wasAllowed)
        switch entitlement.decision {
        case .allowed: await memory.note(id, entitlement.listing)
        case .refused: await memory.note(id, nil)
        case .remembered, .signedOut, .unknown: break
        }
        return entitlement
    }
}
