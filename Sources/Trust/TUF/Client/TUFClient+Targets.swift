import DurableFiles
import Foundation
import PrintableText
import SignedJSON

extension TUFClient {
    /// The repository's entry for a target, found along the delegations, depth first, or nil if no role with the
    /// authority to list the target does. Refreshes the metadata first if that has not been done.
    ///
    /// Source: TUF specification, section 5.6.7.
    public func target(_ path: String) async throws(TUFError) -> TargetFile? {
        if !isRefreshed { try await refresh() }
        var waiting = [(name: TargetsMetadata.name, keys: try root.keys(of: "targets"))]
        var visited: Set<ExactString> = []
        while let (name, keys) = waiting.popLast(), visited.count <= limits.delegations {
            guard visited.insert(.init(name)).inserted else { continue }
            let metadata = try await load(name, signedBy: keys)
            if let target = metadata.targets[.init(path)] { return target }
            var next: [(name: String, keys: RoleKeys)] = []
            for role in metadata.delegations?.roles(for: path) ?? [] {
                next.append((role.name, role.keys))
                guard role.isTerminating else { continue }
                waiting = []
                break
            }
            waiting += next.reversed()
        }
        return nil
    }

    /// Downloads a target, or finds it in `directory`, where it is stored under its percent-encoded path.
    ///
    /// - Returns: The URL of the file.
    /// - Throws: ``TUFError``. Nothing is written but the verified target.
    public func download(_ path: String, from targetsURL: URL, to directory: URL) async throws(TUFError) -> URL {
        guard Self.isTargetPath(path) else { throw .badTargetPath(path) }
        guard let target = try await target(path) else { throw .unknownTarget(path) }
        let file = URL(filePath: directory.path + "/" + FileName.quoted(path))
        if let kept = try? Data(contentsOf: file), (try? target.verify(kept)) != nil { return file }
        guard target.length <= limits.target else {
            throw .wrongLength(path, expected: limits.target, found: target.length)
        }
        let data: Data
        guard let url = URL(string: Self.base(targetsURL) + address(of: target)) else { throw .badTargetPath(path) }
        do throws(TUFTransportError) {
            data = try await transport.get(url, limit: target.length)
        } catch {
            throw .transport(path, error)
        }
        try target.verify(data)
        do {
            try DurableFile.makeFolder(directory)
            try DurableFile.writeUnforced(data, to: file)
        } catch {
            throw .storage(ErrorText.sentence(of: error))
        }
        return file
    }

    private func address(of target: TargetFile) -> String {
        TargetAddress.text(target.path, digest: root.hasConsistentSnapshots ? target.digests.prefix : nil)
    }

    /// Whether a path stays below the URL of the targets.
    static func isTargetPath(_ path: String) -> Bool {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return !path.isEmpty && !path.utf8.contains(0)
            && parts.allSatisfy { part in
                let text = String(decoding: Array(part), as: UTF8.self)
                return text != "." && text != ".."
            }
    }
}
