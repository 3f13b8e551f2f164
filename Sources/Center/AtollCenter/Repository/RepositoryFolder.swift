import AtollCenterDomain
import AtollTrust
import DurableFiles
import Foundation
import SignedJSON
import TUF

/// The repository of a Center that has its folder for itself, apart from ceremonies.
package struct RepositoryFolder: RepositoryPlace {
    private let directory: URL

    package init(_ directory: URL) {
        self.directory = directory
    }

    /// The reason why the repository can't be used, or `nil`.
    var fault: String? { TUFRepository.exists(in: directory) ? nil : "it does not exist yet" }

    package func files() throws -> any RepositoryFiles {
        guard TUFRepository.exists(in: directory) else { throw CenterError.noRepository }
        return TUFFolder(directory)
    }

    package func change<Result: Sendable>(
        _ work: @Sendable (any RepositoryFiles) async throws -> Result
    ) async throws -> Result {
        var left = 50
        while true {
            left -= 1
            do {
                return try await work(files())
            } catch TUFError.changedElsewhere where left > 0 {
                continue
            }
        }
    }

    package func file(_ path: String) -> Data? {
        FileManager.default.contents(atPath: directory.path + "/" + path)
    }

    private var incoming: URL { directory.appending(path: "incoming") }

    package func proposals() -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: incoming.path)
        return (names ?? []).filter { $0.hasSuffix(".json") }.sorted()
    }

    package func proposal(_ name: String) throws -> Data {
        try TrustProposal.contents(of: incoming.appending(path: name))
    }

    package func removeProposal(_ name: String, _ data: Data) throws {
        try FileManager.default.removeItem(at: incoming.appending(path: name))
    }

    package func refuseProposal(_ name: String, because reason: String) throws {
        let file = incoming.appending(path: name)
        var number = 1
        var place = file.appendingPathExtension("refused")
        while FileManager.default.fileExists(atPath: place.path), number < 1_000 {
            number += 1
            place = file.appendingPathExtension("refused-\(number)")
        }
        do {
            try FileManager.default.moveItem(at: file, to: place)
        } catch {
            // Its name may be too long for another extension.
            let name = "\(UUID().uuidString.prefix(8)).json.refused"
            try FileManager.default.moveItem(at: file, to: incoming.appending(path: name))
        }
    }

    package func refusedProposals() -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: incoming.path)
        return Array((names ?? []).filter { $0.contains(".json.refused") }.sorted().prefix(100))
    }

    private var note: URL { directory.appending(path: "bins-signed.txt") }

    package func binsSigned() -> Date? {
        FileManager.default.contents(atPath: note.path).flatMap {
            Timestamp.date(String(decoding: $0, as: UTF8.self))
        }
    }

    package func noteBinsSigned(at time: Date) throws {
        try DurableFile.write(Data(Timestamp.text(time).utf8), to: note)
    }

    package func prune(replacedBefore date: Date) throws {
        try TUFRepository(opening: directory, signers: [], lifetime: TrustRoles.lifetime(of:))
            .prune(replacedBefore: date)
    }
}
