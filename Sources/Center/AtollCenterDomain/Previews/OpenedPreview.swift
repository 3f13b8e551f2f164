import AtollPackages

/// The answer to a host that opens a preview.
package struct OpenedPreview: Sendable {
    package let preview: Preview
    package let version: VersionRecord
    /// The publisher's statement with its signatures, as it was uploaded.
    package let statement: SignedStatement
}
