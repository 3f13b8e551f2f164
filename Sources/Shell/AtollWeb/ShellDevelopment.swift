import AtollCatalog
import AtollPackages
import Foundation
import Hummingbird
import NIOConcurrencyHelpers

/// What is different in a shell with which a developer sees their mini app while they work on it: it comes from their folder instead
/// of a Center, and several users see it side by side, each in a pane of one page.
///
/// No app can have it: nothing of it is public.
package final class ShellDevelopment: Sendable {
    /// Where one user sees the super app.
    package struct Pane: Sendable {
        /// The addresses of the shell and the mini app in this pane, which no other pane has.
        package let addresses: ShellAddresses
        /// The user, who need not sign in.
        package let user: User

        package init(_ addresses: ShellAddresses, user: User) {
            self.addresses = addresses
            self.user = user
        }
    }

    /// The mini app as it is shown from now on.
    package struct Version: Sendable {
        package let package: MiniAppPackage
        /// The permissions that the operator denies.
        package let denied: Set<String>
        /// The permissions that every user has granted, unless they have decided otherwise.
        package let granted: Set<String>

        package init(package: MiniAppPackage, denied: Set<String> = [], granted: Set<String> = []) {
            self.package = package
            self.denied = denied
            self.granted = granted
        }
    }

    /// What a bundler's own server answers.
    package struct File: Sendable {
        package var status: Int
        package var contents: Data
        package var mediaType: String
        package var isPage: Bool

        package init(status: Int = 200, contents: Data, mediaType: String, isPage: Bool) {
            self.status = status
            self.contents = contents
            self.mediaType = mediaType
            self.isPage = isPage
        }
    }

    /// The panes; at least one.
    package let panes: [Pane]
    /// The origin of the page that shows the panes in frames.
    package let container: String
    /// The first and the last of the scripts of the page around a mini app.
    package let pageScripts: (first: Data, last: Data)
    /// The first script of each page of the mini app.
    package let frameScript: Data
    /// Origins that the mini app may connect to besides those of its manifest: the socket of a bundler.
    package let connections: [String]
    /// The language of all users, a BCP 47 tag; nil for that of the browser.
    package let language: @Sendable () -> String?
    /// Answers requests to the container's origin.
    package let answer: @Sendable (Request) async throws -> Response
    /// Answers for a path of the mini app's origin in place of the folder; nil if the folder has its files.
    package let file: (@Sendable (_ path: String, _ query: String?) async throws -> File?)?

    /// Searches inside the mini app.
    let contents = SearchableContents()
    private let shown = NIOLockedValueBox<LoadedMiniApp?>(nil)
    private let granted = NIOLockedValueBox<Set<String>>([])

    package init(
        panes: [Pane], container: String, pageScripts: (first: Data, last: Data), frameScript: Data,
        connections: [String] = [],
        file: (@Sendable (_ path: String, _ query: String?) async throws -> File?)? = nil,
        language: @escaping @Sendable () -> String? = { nil },
        answer: @escaping @Sendable (Request) async throws -> Response
    ) {
        self.panes = panes
        self.container = container
        self.pageScripts = pageScripts
        self.frameScript = frameScript
        self.connections = connections
        self.file = file
        self.language = language
        self.answer = answer
    }

    /// Who is named as the publisher of what nobody has published.
    static var publisher: PublisherID {
        guard let id = PublisherID("local.development") else { preconditionFailure("This is a reversed domain name.") }
        return id
    }

    /// The path of ``frameScript`` on the mini app's origin, without the leading slash.
    static let scriptPath = ".atoll/dev.js"

    /// The mini app as it is now; nil until its folder can be read for the first time.
    var miniApp: LoadedMiniApp? { shown.withLockedValue { $0 } }

    /// Whether a permission is to be granted to a user now: once, so that what is taken back stays so.
    func isFirstGrant(_ name: String, to user: User, of id: MiniAppID) -> Bool {
        granted.withLockedValue { $0.insert("\(user.id) \(id) \(name)").inserted }
    }

    func show(_ miniApp: LoadedMiniApp) { shown.withLockedValue { $0 = miniApp } }

    /// How the hub lists the mini app.
    var listing: MiniAppListing? {
        guard let loaded = miniApp else { return nil }
        let manifest = loaded.miniApp.manifest
        let icon = manifest.icons.first.flatMap { loaded.miniApp.file(at: $0.source) }
        return MiniAppListing(
            manifest: manifest,
            icon: icon.map { MiniAppListing.Icon(sha256: $0.sha256, length: $0.length, path: $0.path) },
            files: loaded.statement.files, published: loaded.statement.created)
    }
}
