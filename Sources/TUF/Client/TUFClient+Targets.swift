import DurableFiles
import Foundation
import PrintableText
import SignedJSON

extension TUFClient {
    /// What the repository says about a target, found along the delegations, depth first; nil where nobody who may says
    /// anything. The metadata is refreshed first, where it was not yet.
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

    /// Gets a target, or finds it in `directory`, where it is kept under its path with everything special encoded.
    ///
    /// - Returns: The file.
    /// - Throws: ``TUFError``; nothing is written that is not the target.
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

    /// Whether a path stays below the address of targets.
    static func isTargetPath(_ path: String) -> Bool {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return !path.isEmpty && !path.utf8.contains(0)
            && parts.allSatisfy { part in
                let text = String(decoding: Array(part), as: UTF8.self)
                return text != "." && text != ".."
            }
    }
}

/// Where targets lie.
enum TargetAddress {
    /// The address of a target below that of all; with consistent snapshots its name begins with its digest.
    static func text(_ path: String, digest: String?) -> String {
        var parts = path.split(separator: "/", omittingEmptySubsequences: false).map { FileName.quoted(String($0)) }
        if let digest { parts[parts.count - 1] = digest + "." + parts[parts.count - 1] }
        return parts.joined(separator: "/")
    }
}
