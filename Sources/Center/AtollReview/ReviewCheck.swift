/// A check of packages. Each check is a separate type, listed in ``PackageReview``.
///
/// A check reads the files one after another, so that only one of them is tokenized at a time. At the end it reports
/// its findings in the package as a whole.
protocol ReviewCheck {
    /// Reads a file. The files come in the order of their paths.
    mutating func read(_ file: SourceFile, in subject: ReviewSubject, _ list: inout FindingList)

    /// Called after the last file.
    mutating func finish(_ subject: ReviewSubject, _ list: inout FindingList)
}

extension ReviewCheck {
    func read(_ file: SourceFile, in subject: ReviewSubject, _ list: inout FindingList) {}
    func finish(_ subject: ReviewSubject, _ list: inout FindingList) {}
}
