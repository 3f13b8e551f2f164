import DurableFiles
import Foundation
import PrintableText
import SignedJSON

/// The paths of target files in a repository.
enum TargetAddress {
    /// The path of a target file, relative to the URL of the targets. With consistent snapshots the file's name begins
    /// with its digest.
    static func text(_ path: String, digest: String?) -> String {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).map { FileName.quoted(String($0)) }
        if let digest { parts[parts.count - 1] = digest + "." + parts[parts.count - 1] }
        return parts.joined(separator: "/")
    }
}
