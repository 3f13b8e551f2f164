import AtollPackages

/// The further permissions of the pages of a web app for another host: what browsers let an ordinary page do, if it
/// connects to no one.
public struct WebAppPolicy: Hashable, Sendable {
    /// The scripts in the text of its pages, as ``InlineScripts`` finds them: these run, and no others.
    public let scripts: [String]
    /// Whether texts may be run as code.
    public let evaluates: Bool

    /// Reads what the pages of a version need.
    ///
    /// - Parameters:
    ///   - compatibility: `atoll_compat` from the manifest; the result is nil without it.
    ///   - server: The version's files.
    /// - Throws: As ``ResourceServer/resource(at:)``.
    /// - Complexity: O(*n*) in the length of its pages.
    public init?(_ compatibility: Manifest.Compatibility?, _ server: ResourceServer) throws {
        guard let compatibility else { return nil }
        scripts = try server.inlineScripts()
        evaluates = compatibility.evaluates
    }

    /// How long the digests in a header may be together, in bytes. Proxies refuse heads that are longer than they
    /// expect: nginx, with its defaults, more than 4 kB.
    private static let maximumInHeader = 600

    private var isLong: Bool { scripts.reduce(0) { $0 + $1.utf8.count + 1 } > Self.maximumInHeader }

    /// The sources that it adds to `script-src`.
    var scriptSources: [String] { (scripts.isEmpty ? [] : ["'unsafe-hashes'"] + scripts) + evaluation }

    var evaluation: [String] { ["'wasm-unsafe-eval'"] + (evaluates ? ["'unsafe-eval'"] : []) }

    /// The sources that it adds to `script-src` in the header of a page that has ``inPage`` in its text: both policies
    /// hold.
    var sourcesInHeader: [String] { isLong ? ["'unsafe-inline'"] + evaluation : scriptSources }

    /// The policy that a page's text must begin with (``PageScript/restricted(_:to:)``), or nil if the digests fit in
    /// the header.
    package var inPage: String? {
        isLong ? (["script-src 'self'"] + scriptSources).joined(separator: " ") : nil
    }
}
