import Foundation
import SignedJSON

/// The metadata of the timestamp role: the newest snapshot.
///
/// Source: TUF specification, section 4.6.
struct TimestampMetadata: Sendable {
    static let name = "timestamp"

    let metadata: SignedMetadata
    let snapshot: AnnouncedFile

    init(parsing data: Data, upTo last: Int = MetadataHeader.lastVersion) throws(TUFError) {
        metadata = try SignedMetadata(parsing: data, as: Self.name, type: Self.name, upTo: last)
        let meta = try MetadataFields(metadata.fields, of: Self.name, "the metadata").object("meta")
        snapshot = try AnnouncedFile(meta.members["snapshot.json"], of: Self.name, upTo: last)
    }
}
