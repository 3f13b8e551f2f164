/// The findings and pictures from opening a package in a browser.
public struct RenderedPackage: Sendable {
    /// The problems: `start`, `page-error`, `a11y-…`.
    public let findings: [Finding]
    /// The pictures, page by page.
    public let pictures: [RenderedPicture]
    /// The number of pages that were not opened because the time was over or there are too many.
    public let unopened: Int

    /// Whether the run ended early because its time was over or its pages did not open.
    public let isCutShort: Bool

    /// Creates the result of a package.
    public init(findings: [Finding], pictures: [RenderedPicture], unopened: Int = 0, isCutShort: Bool = false) {
        self.findings = findings.sorted(by: Finding.isBefore)
        self.pictures = pictures
        self.unopened = unopened
        self.isCutShort = isCutShort
    }
}
