/// What a page of a mini app may load and do: its own files, and nothing else.
///
/// Source: Content Security Policy Level 3. What it can't stop is WebRTC (no directive is implemented) and a frame that
/// navigates itself; against that stands the `frame-src` of the page around it.
public struct ContentSecurityPolicy: Hashable, Sendable {
    /// The origin of the host's pages, which alone may show the mini app in a frame.
    public let host: String

    public init(host: String) {
        self.host = host
    }

    /// The header's value.
    public var header: String {
        [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self'",
            "media-src 'self' blob:",
            "connect-src 'self'",
            // A service worker would stand between the host and its launches, and outlive them.
            "worker-src 'none'",
            "form-action 'none'",
            "base-uri 'none'",
            "frame-ancestors \(host)",
            "sandbox allow-scripts allow-same-origin allow-forms",
        ].joined(separator: "; ")
    }

    /// The sandbox tokens that a frame around a mini app needs: without the second, modules fail and the origin is
    /// opaque; without the third, no form ever says that it is submitted.
    public static let sandbox = "allow-scripts allow-same-origin allow-forms"
}
