import AtollPackages

/// Finds what a reviewer should know about a package before it is run.
///
/// The Center and `atoll check` run the same review, so developers know the Center's findings before they upload.
///
/// ```swift
/// let findings = PackageReview().findings(in: package, ReviewContext(base: approved))
/// let isAccepted = !findings.contains { $0.severity == .block }
/// ```
public struct PackageReview: Sendable {
    /// The version of the checks, which is stored with their findings.
    public static let version = 1

    /// Creates a review with every check.
    public init() {}

    /// All checks. A new check is a file in `Checks` and a line here.
    private func makeChecks() -> [any ReviewCheck] {
        [
            RemoteScriptCheck(), InlineScriptCheck(), EvaluationCheck(), ReadabilityCheck(), LibraryCheck(),
            UnsafeMarkupCheck(), NetworkCheck(), AddedNetworkCheck(), PeerConnectionCheck(),
            UnstoppedConnectionCheck(), PermissionCheck(),
            BridgeCallCheck(), SecretCheck(), StoppedFeatureCheck(), FileTypeCheck(), SizeCheck(), SimilarNameCheck(),
            UnseenNameCheck(), MissingTextCheck(), HeadCheck(), MisleadingTextCheck(),
        ]
    }

    /// Returns the findings, the most severe first. The result is the same for the same package in the same context.
    ///
    /// - Complexity: O(*n*) in the size of the package. One file at a time is tokenized, which needs up to 16 bytes for
    ///   each of its bytes.
    public func findings(in package: MiniAppPackage, _ context: ReviewContext = ReviewContext()) -> [Finding] {
        let subject = ReviewSubject(package: package, context: context)
        var (checks, list) = (makeChecks(), FindingList())
        for file in package.files {
            let source = SourceFile(file)
            for index in checks.indices { checks[index].read(source, in: subject, &list) }
            if source.isCut {
                list.add(
                    "file-unread", .warn, source, at: nil, "The file has too many parts to be read to its end.",
                    advice: "Split the file, or leave out what the mini app does not need.")
            }
        }
        for index in checks.indices { checks[index].finish(subject, &list) }
        return list.sorted
    }
}
