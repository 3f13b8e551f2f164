import AtollPackages
import Crypto
import Foundation
import SQLStatements

/// A user who says something about a mini app: a keyed hash of who they are to their super app, another one for each
/// mini app.
///
/// So a user has one rating, and finds what they have reported. Who they are is not stored; with the key, which is
/// among the Center's secrets, a person who knows a user's id can find what that user has reported.
package struct FeedbackPerson: Hashable, Sendable {
    package let superApp: String
    package let miniApp: MiniAppID
    package let digest: Data

    /// Of a stored row.
    package init(superApp: String, miniApp: MiniAppID, digest: Data) {
        self.superApp = superApp
        self.miniApp = miniApp
        self.digest = digest
    }

    package init(_ visitor: Visitor, of miniApp: MiniAppID, key: SymmetricKey) {
        let message = "\(visitor.host.superApp)\u{0}\(miniApp.rawValue)\u{0}\(visitor.subject)"
        let code = HMAC<SHA256>.authenticationCode(for: Data(message.utf8), using: key)
        self.init(superApp: visitor.host.superApp, miniApp: miniApp, digest: Data(code.prefix(16)))
    }

    /// Which rating is theirs.
    package var condition: SQLFragment {
        """
        mini_app = \(.text(miniApp.rawValue)) AND super_app = \(.text(superApp)) AND person = \(.bytes(digest))
        """
    }
}
