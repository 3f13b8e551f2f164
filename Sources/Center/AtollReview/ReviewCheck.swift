/// A check of packages. Each is a separate type, listed in ``PackageReview``.
///
/// A check reads the files one after another, so that only one of them is taken apart at a time, and is asked at the
/// end what it has found in the package as a whole.
protocol ReviewCheck {
    /// Reads a file, in the order of the paths.
    mutating func read(_ file: SourceFile, in subject: ReviewSubject, _ list: inout FindingList)

    /// Is called after the last file.
    mutating func finish(_ subject: ReviewSubject, _ list: inout FindingList)
}

extension ReviewCheck {
    func read(_ file: SourceFile, in subject: ReviewSubject, _ list: inout FindingList) {}
    func finish(_ subject: ReviewSubject, _ list: inout FindingList) {}
}
