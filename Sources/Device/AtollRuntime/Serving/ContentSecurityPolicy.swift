/// The content security policy of a mini app's pages: they may load their own files, connect to the origins that their
/// manifest names and show what comes from those it names for that, and nothing else.
///
/// It follows Content Security Policy Level 3. It can't stop WebRTC, because browsers implement no directive for it, or
/// a frame that navigates itself elsewhere, which the `frame-src` of the page around it stops.
public struct ContentSecurityPolicy: Hashable, Sendable {
    /// The only source that may show the mini app in a frame: the origin of the host's pages, or `'none'`.
    public let host: String

    /// The origins that the pages may connect to in addition to their own: `atoll_network` of the manifest, which was
    /// reviewed.
    public let network: [String]

    /// The origins from which the pages may show pictures, films and sounds in addition to their own: `atoll_media` of
    /// the manifest.
    public let media: [String]

    /// The URL of the host's ``MiniAppWorker``; nil for none. In a mini app that was written for this host, no other
    /// script may be a worker.
    public let worker: String?

    /// The further permissions of a web app for another host; `nil` for a mini app for this one.
    public let webApp: WebAppPolicy?

    /// Creates the policy for a host.
    ///
    /// - Parameters:
    ///   - host: The origin of the host's pages, or `'none'`.
    ///   - network: Origins as a manifest has them: each was checked when the package was read.
    ///   - media: Origins as a manifest has them.
    ///   - worker: The URL of the host's worker, without a query; nil for none.
    ///   - webApp: The further permissions of a web app for another host.
    public init(
        host: String, network: [String] = [], media: [String] = [], worker: String? = nil, webApp: WebAppPolicy? = nil
    ) {
        self.host = host
        self.network = network
        self.media = media
        self.worker = worker
        self.webApp = webApp
    }

    /// The value of the `Content-Security-Policy` header, for any file.
    public var header: String { header(webApp?.scriptSources ?? []) }

    /// The value for a page that has its digests in its own text if they are too long for a header
    /// (``WebAppPolicy/inPage``).
    package var headerOfPage: String { header(webApp?.sourcesInHeader ?? []) }

    /// The value for files that are not pages. They need no digests. As workers, they may import scripts from blobs.
    package var headerOfFile: String { header(webApp.map { $0.evaluation + ["blob:"] } ?? []) }

    private func header(_ scripts: [String]) -> String {
        [
            "default-src 'none'",
            (["script-src 'self'"] + scripts).joined(separator: " "),
            "style-src 'self' 'unsafe-inline'",
            (["img-src 'self' data: blob:"] + media).joined(separator: " "),
            "font-src 'self'" + (webApp == nil ? "" : " data:"),
            (["media-src 'self' blob:"] + (webApp == nil ? [] : ["data:"]) + media).joined(separator: " "),
            (["connect-src 'self'"] + (webApp == nil ? [] : ["data:", "blob:"]) + network).joined(separator: " "),
            "worker-src " + workers,
            "form-action " + own,
            "base-uri " + own,
            "frame-ancestors \(host)",
            "sandbox " + Self.sandbox(isWebApp: webApp != nil),
        ].joined(separator: "; ")
    }

    private var own: String { webApp == nil ? "'none'" : "'self'" }

    /// A service worker of the mini app's own would intercept later launches, and outlive them, and a shared worker may
    /// outlive its pages. Web apps may have workers from their own files, so for them the server refuses the others:
    /// browsers mark requests for their scripts (`Service-Worker`, `Sec-Fetch-Dest`). Browsers request nothing for a
    /// worker from a blob, so the policy permits none, and `workers.js` runs the blob by a file of the host.
    private var workers: String { webApp == nil ? worker ?? "'none'" : "'self'" }

    /// The `sandbox` attribute of the frame around a mini app. Without the second token, modules fail and the origin is
    /// opaque; without the third, forms never dispatch their submit event.
    ///
    /// Web apps of other hosts, many of which are games, may lock the pointer. It is theirs alone then, so the shell's
    /// questions wait for it (`hold` in `dialogs.js`).
    public static func sandbox(isWebApp: Bool) -> String {
        "allow-scripts allow-same-origin allow-forms" + (isWebApp ? " allow-pointer-lock" : "")
    }
}
