import AtollPackages

/// What a host gets that opens a preview.
struct OpenedPreview: Sendable {
    let preview: Preview
    let version: VersionRecord
    /// The publisher's statement with its signatures, as it was uploaded.
    let statement: SignedStatement
}
