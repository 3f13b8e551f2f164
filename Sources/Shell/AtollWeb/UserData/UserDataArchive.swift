import AtollPackages
import Foundation
import PrintableText

/// A ZIP archive of the data about a user.
struct UserDataArchive: Sendable {
    /// The most bytes of all files. Omitted files are named in the archive, so that it does not look complete.
    static let maximumBytes = 32 * 1024 * 1024
    /// The most files.
    static let maximumFiles = 10_000

    private(set) var files: [PackageFile] = []
    /// The paths of what does not fit, or could not be read.
    private(set) var leftOut: [String] = []

    /// Reads what fits, and no more.
    ///
    /// - Parameter most: The most bytes of all files.
    init(_ all: [UserDataFile], upTo most: Int = maximumBytes) async {
        var bytes = 0
        var names: Set<String> = [Self.readMe.lowercased(), Self.missing]
        // Small ones first: what a user has written says more than their videos.
        for file in all.sorted(by: { ($0.size, $0.path) < ($1.size, $1.path) }) {
            guard bytes + file.size <= most, files.count < Self.maximumFiles,
                let contents = try? await file.contents(), bytes + contents.count <= most
            else {
                leftOut.append(file.path.printable(most: 400))
                continue
            }
            bytes += contents.count
            files.append(PackageFile(path: Self.name(of: file.path, besides: &names), contents: contents))
        }
        leftOut.sort()
    }

    /// Returns the bytes of the archive, with a text for its reader.
    ///
    /// - Complexity: O(*n*) in the bytes of the files; not for an actor's time.
    func zip(_ words: String) -> Data {
        var packed = files
        packed.append(PackageFile(path: Self.readMe, contents: Data(words.utf8)))
        if !leftOut.isEmpty {
            packed.append(
                PackageFile(path: Self.missing, contents: Data((leftOut.joined(separator: "\n") + "\n").utf8)))
        }
        return ArchiveWriter().archive(of: packed)
    }

    private static let readMe = "README.txt"
    private static let missing = "left-out.txt"

    /// Returns a name that every system accepts, that describes the file, and that no other file has, in any case.
    private static func name(of path: String, besides names: inout Set<String>) -> String {
        let parts = path.split(separator: "/").map { part -> String in
            let safe = String(
                String.UnicodeScalarView(
                    part.unicodeScalars.map { scalar in
                        scalar.isInvisible || #"\:*?"<>|"#.unicodeScalars.contains(scalar) ? "_" : scalar
                    }))
            // Neither hidden, nor a way out, nor with an end that some systems drop.
            let plain = safe.hasPrefix(".") ? "_" + safe : safe
            return (plain.hasSuffix(".") || plain.hasSuffix(" ") ? plain + "_" : plain).isEmpty ? "_" : plain
        }
        let whole = String(parts.joined(separator: "/").prefix(200))
        var (name, number) = (whole.isEmpty ? "_" : whole, 1)
        while !names.insert(name.lowercased()).inserted {
            number += 1
            name = "\(whole) (\(number))"
        }
        return name
    }
}
