import Crypto
import CryptoExtras
import Foundation

/// The reason that a key file was not opened.
public enum KeyFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file is not a valid key file: what is wrong with it.
    case malformed(String)
    /// The passphrase is wrong, or the file was changed.
    case notOpened
    /// The file is sealed, and no passphrase was given.
    case passphraseNeeded

    public var description: String {
        switch self {
        case .malformed(let reason): "The key file can't be read: \(reason)"
        case .notOpened: "The key could not be opened: the passphrase is wrong, or the file was changed."
        case .passphraseNeeded: "The key is sealed. Its passphrase is needed to open it."
        }
    }
}
