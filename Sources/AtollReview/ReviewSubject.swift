import AtollPackages

/// What is checked, with what is known around it.
struct ReviewSubject {
    let package: MiniAppPackage
    let context: ReviewContext
    /// Whether the manifest says that the mini app needs `eval`, and hosts run it so.
    let permitsEvaluation: Bool

    var manifest: Manifest { package.manifest }
}
