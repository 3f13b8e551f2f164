import AtollCenterDomain
import AtollCenterSignIn
import AtollReview
import Foundation

/// The settings of a Center.
public struct CenterConfiguration: Sendable {
    /// The address to listen on; with `127.0.0.1`, only this machine can connect.
    public var bindAddress = "127.0.0.1"
    /// The port to listen on; 0 for any free port.
    public var port = 8081
    /// The addresses or ranges of the proxies in front of the Center, such as `10.0.0.0/8`. Their `Forwarded` or
    /// `X-Forwarded-For` header is trusted to name the client.
    public var trustedProxies: [String] = []
    /// The maximum number of concurrent connections; if nil, it depends on how many files the process may open.
    public var maximumConnections: Int?
    /// The folder of the database, the blobs, the repository and the keys.
    public var directory: URL
    /// Returns the current time, by which statements and roles are verified and signed.
    public var now: @Sendable () -> Date = { Date() }
    /// Returns random bytes for the ids and secrets of API keys. They must be unpredictable.
    public var randomBytes: @Sendable (_ count: Int) -> [UInt8] = { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
    /// The source of the keys that verify the tokens of the super app's users.
    public var signInKeys: SignInKeySource
    /// The `iss` that a user's token must have: the super app.
    public var issuer: String
    /// The `aud` that a user's token must have: this Center.
    public var audience = "miniapp-center"

    /// The part of a Center's work that this process does.
    public var role = CenterRole.all
    /// The folder of the keys with which the Center signs. By default, it is in ``directory``.
    public var keys: URL

    /// The ids of the super apps that the Center serves. Versions for any other super app are refused.
    public var superApps: Set<String>

    /// The CI systems whose jobs may publish for organizations that trust a repository of theirs. Their tokens must be
    /// for ``publicAddress``.
    public var ciIssuers = CIIssuer.known
    /// The provider with which people sign in, in addition to passwords, or `nil`.
    public var signInProvider: SignInProvider?

    /// The address by which people reach the Center, such as `https://miniapps.example.com`, as mail names it; nil if
    /// it is not known.
    public var publicAddress: String?
    /// The address that mail is from.
    public var mailSender = "atoll@localhost"
    /// The program that mail is handed to, such as `/usr/sbin/sendmail`; nil to put it into ``outbox``.
    public var sendmail: URL?
    /// The folder that mail is put into, as a Maildir, from which a program of the operator's sends it. By default, it
    /// is in ``directory``.
    public var outbox: URL

    /// Whether webhooks may have URLs on this machine and in its network, and without TLS.
    public var allowsPrivateWebhooks = false
    /// Renders the pages of each uploaded version in a browser; nil to render nothing.
    public var renderer: (any PackageRendering)?

    /// How often the Center's services look for work.
    package var intervals = ServiceIntervals()

    /// Creates a configuration; every other setting has a default.
    public init(directory: URL, signInKeys: SignInKeySource, issuer: String, superApps: Set<String>) {
        self.superApps = superApps
        self.directory = directory
        keys = directory.appending(path: "keys")
        outbox = directory.appending(path: "outbox")
        self.signInKeys = signInKeys
        self.issuer = issuer
    }

    /// The address by which people reach the Center, without a slash at its end; that of this process, if it is not
    /// known.
    var address: String {
        let address = publicAddress ?? "http://127.0.0.1:\(port)"
        return address.hasSuffix("/") ? String(address.dropLast()) : address
    }

    /// The file in a Center's folder that says that it was moved elsewhere.
    package static let movedNote = "moved.txt"

    /// The folder of the signed repository that devices read.
    public var repository: URL { directory.appending(path: "repository") }
}
