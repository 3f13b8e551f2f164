import AtollPackages

/// The package under review and its context.
struct ReviewSubject {
    let package: MiniAppPackage
    let context: ReviewContext

    var manifest: Manifest { package.manifest }

    /// Whether the manifest says that the mini app runs texts as code.
    var permitsEvaluation: Bool { manifest.compatibility?.evaluates ?? false }

    /// Whether a file belongs to a web app that was written for another host. Hosts serve its pages unchanged.
    func isOfWebApp(_ path: String) -> Bool {
        manifest.compatibility.map { path.hasPrefix($0.root + "/") } ?? false
    }
}
