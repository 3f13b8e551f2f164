import AtollPackages
import Foundation
import SignedJSON
import TUF

/// Why an operation of the catalog failed.
public enum CatalogError: Error, Hashable {
    /// The call itself is invalid, or the configuration is; the text says what to change.
    case invalidRequest(String)
    /// The mini app does not exist, or this user may not open it; the Center does not say which.
    case notFound(MiniAppID)
    /// The Center does not accept the user's token.
    case unauthorized
    /// The Center could not be reached, failed, or cut the response off; the text is the transport's.
    case network(String)
    /// The Center sent a response that does not match the request.
    case invalidResponse(String)
    /// The bytes received for this digest have another digest, or not the expected length.
    case corrupted(SHA256Hash)
    /// The repository's metadata can't be trusted, for this reason.
    case untrusted(TUFError)
    /// The repository's metadata has expired by this device's clock, and by the server's it has not: one of the two clocks is wrong.
    case wrongClock(device: Date, server: Date)
    /// The mini app has no release that this device accepts, for this reason.
    case notAccepted(ReleaseRefusal)
    /// The Center was last reached at `since`: longer ago than cached mini apps may run without it.
    case offlineTooLong(since: Date)
    /// The version's file list or manifest breaks a rule.
    case refused(PackageRefusal)
    /// Another process is using the cache.
    case cacheInUse
    /// A later version of this library wrote the cache, in this format.
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
            "The Mini App Center sent a response that can't be used: \(Self.ended(reason))"
        case .corrupted(let digest): "The bytes received for \(digest) do not match its digest and length."
        case .untrusted(let error): "The Mini App Center's metadata can't be trusted: \(error)"
        case .wrongClock(let device, let server):
            "The Mini App Center's metadata has expired, or this device's clock is wrong: it says \(Timestamp.text(device)), and the server says \(Timestamp.text(server))."
        case .notAccepted(let refusal): "The mini app is not accepted: \(refusal)"
        case .offlineTooLong(let since):
            "The Mini App Center was last reached at \(Timestamp.text(since)), too long ago to open mini apps offline."
        case .refused(let refusal): "The mini app was refused: \(refusal)"
        case .cacheInUse: "Another process is using the mini app cache."
        case .newerCache(let format):
            "The mini app cache was written by a newer version of the app (format \(format))."
        case .storage(let reason): "The mini app cache can't be used: \(Self.ended(reason))"
        }
    }

    private static func ended(_ reason: String) -> String { reason.hasSuffix(".") ? reason : reason + "." }
}
