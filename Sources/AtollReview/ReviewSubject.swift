import AtollPackages

/// What is checked, with what is known around it.
struct ReviewSubject {
    let package: MiniAppPackage
    let context: ReviewContext
    /// Whether the manifest says that the mini app needs `eval`. No host runs it so yet.
    let permitsEvaluation: Bool

    var manifest: Manifest { package.manifest }
}
