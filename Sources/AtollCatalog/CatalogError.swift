import AtollPackages
import Foundation
import SignedJSON
import TUF

/// Why an operation of the catalog failed.
public enum CatalogError: Error, Hashable {
    /// The call itself is wrong: what to change.
    case invalidRequest(String)
    /// There is no such mini app, or none that this user may open; the Center does not say which.
    case notFound(MiniAppID)
    /// The Center does not accept the user's token.
    case unauthorized
    /// The Center could not be reached, or cut the answer off: what the transport said.
    case network(String)
    /// The Center answered, but not with what was asked for.
    case invalidResponse(String)
    /// What came under a digest does not have it, or not the length that was promised.
    case corrupted(BlobDigest)
    /// What the repository says is not to be trusted: why.
    case untrusted(TUFError)
    /// The mini app has no release that this device accepts: why.
    case notAccepted(ReleaseRefusal)
    /// The Center was not heard for longer than cached mini apps may run without it.
    case offlineTooLong(since: Date)
    /// The version's file list or manifest breaks a rule.
    case refused(PackageRefusal)
    /// Another process has the cache.
    case cacheInUse
    /// A later version of this library wrote the cache: its form.
    case newerCache(Int)
    /// The cache could not be read or written.
    case storage(String)
}

extension CatalogError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .invalidRequest(let reason): "The request is not valid: \(Self.ended(reason))"
        case .notFound(let id): "There is no mini app \(id) that this user may open."
        case .unauthorized: "The Mini App Center does not accept the sign-in. Sign in again."
        case .network(let reason): "The Mini App Center can't be reached: \(Self.ended(reason))"
        case .invalidResponse(let reason):
            "The Mini App Center gave an answer that can't be used: \(Self.ended(reason))"
        case .corrupted(let digest): "The bytes received for \(digest) are not the ones that were promised."
        case .untrusted(let error): "What the Mini App Center says can't be trusted: \(error)"
        case .notAccepted(let refusal): "The mini app is not accepted: \(refusal)"
        case .offlineTooLong(let since):
            "The Mini App Center was not heard since \(Timestamp.text(since)), which is too long ago to open mini apps."
        case .refused(let refusal): "The mini app is refused: \(refusal)"
        case .cacheInUse: "Another process uses the cache of mini apps."
        case .newerCache(let format):
            "The cache of mini apps was written by a newer version of the app (form \(format))."
        case .storage(let reason): "The cache of mini apps can't be used: \(Self.ended(reason))"
        }
    }

    private static func ended(_ reason: String) -> String { reason.hasSuffix(".") ? reason : reason + "." }
}
