import AtollPackages

/// The changes from one version of a mini app to another, for its users and in its files.
///
/// Only manifests and file lists are compared. For a version of 2,000 files, the three that changed are shown without
/// reading the others.
public struct PackageDifference: Hashable, Sendable {
    /// A change that users or reviewers care about, such as a permission.
    public struct Fact: Hashable, Sendable, Codable {
        /// The kind of fact, such as `permission`.
        public let kind: String
        /// The name of the fact, such as `camera`; empty if there is only one of its kind.
        public let name: String
        /// The old value, or nil if there was none.
        public let before: String?
        /// The new value, or nil if it was removed.
        public let after: String?
        /// Whether a reviewer should look at it first because the mini app may do more than before.
        public let isCritical: Bool
    }

    /// A file that is in one of the versions, or in both.
    public struct File: Hashable, Sendable, Codable {
        /// The change of a file.
        public enum State: String, Hashable, Sendable, Codable {
            case added
            case changed
            case removed
            case same
        }

        /// The path in the package.
        public let path: String
        /// The change of the file.
        public let state: State
        /// Its digest in the earlier version.
        public let before: SHA256Hash?
        /// Its digest in the later version.
        public let after: SHA256Hash?
        /// Its length in the earlier version, in bytes.
        public let lengthBefore: Int
        /// Its length in the later version, in bytes.
        public let lengthAfter: Int
    }

    /// The changes for users, critical ones first.
    public let facts: [Fact]
    /// All files, by path.
    public let files: [File]

    /// Compares two versions.
    ///
    /// - Parameter before: The earlier version, or nil for the first one, in which everything is added.
    /// - Complexity: O(*n*) in the number of files.
    public init(from before: ReviewedVersion?, to after: ReviewedVersion) {
        facts = ManifestFacts.changes(from: before, to: after)
        files = Self.files(before?.files.files ?? [], after.files.files)
    }

    /// Merges two lists that are sorted by the bytes of the paths.
    private static func files(_ old: [FileList.Entry], _ new: [FileList.Entry]) -> [File] {
        var (result, first, second): ([File], Int, Int) = ([], 0, 0)
        while first < old.count || second < new.count {
            let isOld: Bool
            let isNew: Bool
            if first == old.count {
                (isOld, isNew) = (false, true)
            } else if second == new.count {
                (isOld, isNew) = (true, false)
            } else {
                let (one, other) = (old[first].path.utf8, new[second].path.utf8)
                isOld = !other.lexicographicallyPrecedes(one)
                isNew = !one.lexicographicallyPrecedes(other)
            }
            let (before, after) = (isOld ? old[first] : nil, isNew ? new[second] : nil)
            let state: File.State =
                before == nil ? .added : after == nil ? .removed : before?.sha256 == after?.sha256 ? .same : .changed
            result.append(
                File(
                    path: after?.path ?? before?.path ?? "", state: state, before: before?.sha256, after: after?.sha256,
                    lengthBefore: before?.length ?? 0, lengthAfter: after?.length ?? 0))
            if isOld { first += 1 }
            if isNew { second += 1 }
        }
        return result
    }
}
