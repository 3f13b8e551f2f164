import AtollPackages
import Foundation

/// A link to a preview, as the console of a Mini App Center and `atoll preview` make them:
/// `https://app.example.com/preview#v1.…`. One with a scheme of the app's own, `dla://preview#v1.…`, is read, too.
///
/// ```swift
/// .onOpenURL { url in
///     if let link = PreviewLink(url) { waiting = link } else { links.take(url) }
/// }
/// ```
public struct PreviewLink: Hashable, Sendable {
    let code: PreviewCode

    /// Reads a URL, also one that was scanned; nil for any other.
    ///
    /// Which host it names does not matter: the code is asked for at the app's own Center, whose repository the app
    /// trusts.
    public init?(_ url: URL) {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: false), let fragment = parts.fragment,
            fragment.hasPrefix("v1."), url.absoluteString.utf8.count <= 1_000
        else { return nil }
        let isWeb = parts.scheme == "https" || parts.scheme == "http"
        guard isWeb ? parts.path == "/preview" : parts.host == "preview" && parts.path.isEmpty,
            let code = PreviewCode(typed: String(fragment.dropFirst("v1.".count)))
        else { return nil }
        self.code = code
    }

    /// Reads a typed or pasted text: a link, or its code alone, in any case, with hyphens and spaces or without.
    public init?(typed text: String) {
        guard let code = PreviewCode(typed: text) else { return nil }
        self.code = code
    }
}
