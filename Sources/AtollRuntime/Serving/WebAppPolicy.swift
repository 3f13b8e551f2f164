import AtollPackages

/// What the pages of a web app that was written for another host may do besides: what browsers let an ordinary page do, as far as it
/// reaches nobody.
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

    /// What it adds to `script-src`.
    var scriptSources: [String] {
        (scripts.isEmpty ? [] : ["'unsafe-hashes'"] + scripts) + ["'wasm-unsafe-eval'"]
            + (evaluates ? ["'unsafe-eval'"] : [])
    }
}
