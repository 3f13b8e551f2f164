import AtollPackages
import Foundation
import PrintableText

/// A ZIP archive of the data about a user.
struct UserDataArchive: Sendable {
    /// The maximum size of all files, in bytes. The archive names the files that do not fit, so that it is not mistaken
    /// for complete.
    static let maximumBytes = 32 * 1024 * 1024
    /// The maximum number of files.
    static let maximumFiles = 10_000

    private(set) var files: [PackageFile] = []
    /// The paths of the files that do not fit, or could not be read.
    private(set) var leftOut: [String] = []

    /// Reads the files that fit, and no others.
    ///
    /// - Parameter most: The maximum size of all files, in bytes.
    init(_ all: [UserDataFile], upTo most: Int = maximumBytes) async {
        var bytes = 0
        var names: Set<String> = [Self.readMe.lowercased(), Self.missing]
        // Small files first: a user's texts matter more than their videos.
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

    /// The bytes of the archive, with an introduction for the reader.
    ///
    /// - Complexity: O(*n*) in the bytes of the files; too slow to run on an actor.
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

    /// A name that is valid on every system and shows what the file is, and that no other file has, ignoring case.
    private static func name(of path: String, besides names: inout Set<String>) -> String {
        let parts = path.split(separator: "/").map { part -> String in
            let safe = String(
                String.UnicodeScalarView(
                    part.unicodeScalars.map { scalar in
                        scalar.isInvisible || #"\:*?"<>|"#.unicodeScalars.contains(scalar) ? "_" : scalar
                    }))
            // The name must not be hidden, lead out of the folder, or have an ending that some systems drop.
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
