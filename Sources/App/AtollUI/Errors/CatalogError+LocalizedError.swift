import AtollCatalog
import AtollTexts
import Foundation

extension CatalogError: LocalizedError {
    /// A text for users. Reasons that only developers understand are in the error's `description`.
    public var errorDescription: String? {
        switch self {
        case .invalidRequest: localized("The request is not valid.")
        case .notFound: localized("This mini app does not exist, or you do not have access to it.")
        case .unauthorized: localized("The Mini App Center does not accept the sign-in. Sign in again.")
        case .network:
            localized("The Mini App Center can't be reached. Check the connection and try again in a moment.")
        case .invalidResponse: localized("The Mini App Center sent a response that can't be used.")
        case .corrupted: localized("The download differs from the released version, so it was discarded.")
        case .untrusted: localized("The Mini App Center can't be trusted right now.")
        case .wrongClock(let device, let server):
            localized(
                """
                The date and time of this device may be wrong: it says \(TextDate.text(device, "yMMMMdHHmm")), and the server says \
                \(TextDate.text(server, "yMMMMdHHmm")). Check them in the settings, and try again.
                """)
        case .notAccepted: localized("This version of the mini app is not accepted on this device.")
        case .offlineTooLong(let since):
            localized(
                """
                The Mini App Center was last reached on \(TextDate.text(since, "yMMMMd")), too long ago to open mini apps \
                offline.
                """)
        case .refused: localized("This mini app violates a rule for mini apps.")
        case .cacheInUse: localized("Another process is using the storage of mini apps.")
        case .newerCache:
            localized("The storage of mini apps was written by a newer version of the app. Update the app.")
        case .storage: localized("The storage of mini apps can't be used. Perhaps the device is full.")
        }
    }
}
