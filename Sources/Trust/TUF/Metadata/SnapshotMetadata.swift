import Foundation
import SignedJSON

/// The metadata of the snapshot role: which versions of the metadata of targets belong together.
///
/// Source: TUF specification, section 4.4.
struct SnapshotMetadata: Sendable {
    static let name = "snapshot"

    let metadata: SignedMetadata
    /// The metadata files, by names such as `targets.json`.
    let files: [ExactString: AnnouncedFile]

    init(parsing data: Data, upTo last: Int = MetadataHeader.lastVersion) throws(TUFError) {
        metadata = try SignedMetadata(parsing: data, as: Self.name, type: Self.name, upTo: last)
        let meta = try MetadataFields(metadata.fields, of: Self.name, "the metadata").object("meta")
        var files: [ExactString: AnnouncedFile] = [:]
        for (name, value) in meta.members { files[name] = try AnnouncedFile(value, of: Self.name, upTo: last) }
        self.files = files
    }
}
