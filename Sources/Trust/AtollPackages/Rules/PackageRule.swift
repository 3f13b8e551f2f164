/// A rule for a package's files. The checker applies its rules in order; each is a separate struct.
protocol PackageRule: Sendable {
    /// - Throws: A refusal if the rule is broken.
    func check(_ contents: PackageContents) throws(PackageRefusal)
}
