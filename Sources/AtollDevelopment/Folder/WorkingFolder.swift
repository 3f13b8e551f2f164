import AtollPackages
import DurableFiles
import Foundation
import PrintableText

/// A folder that its developer works in, read again as it changes. Of what has not changed, nothing is read twice.
struct WorkingFolder {
    /// What the folder is at the moment.
    enum State: Sendable {
        case package(MiniAppPackage)
        case broken(FolderProblem)
    }

    /// A new state.
    struct Reading: Sendable {
        let state: State
        /// The files that were written, added or removed since the last one; all at first.
        let changed: [String]
        let change: FolderChange
        /// How long it took to read it and to check its rules.
        let time: Duration
    }

    let url: URL
    private let limits: PackageLimits
    private var stamps: FolderStamps?
    private var contents: [String: Data] = [:]
    private var manifest: Manifest?
    private var failure: String?

    init(_ url: URL, limits: PackageLimits = PackageLimits()) {
        self.url = url.resolvingSymlinksInPath()
        self.limits = limits
    }

    /// Looks whether anything has changed, and reads what has.
    ///
    /// - Returns: nil if the folder is as it was.
    mutating func read() -> Reading? {
        let start = ContinuousClock.now
        let now: FolderStamps
        do {
            now = try FolderStamps(of: url, limit: limits.files)
        } catch {
            let text = "The folder can't be read: \(ErrorText.sentence(of: error))"
            guard failure != text else { return nil }
            failure = text
            stamps = nil
            contents = [:]
            return reading(.broken(.init(code: "folder", text)), [], start)
        }
        failure = nil
        guard now != stamps else { return nil }
        let before = stamps?.files ?? [:]
        let changed = Set(before.keys).union(now.files.keys).filter { before[$0] != now.files[$0] }.sorted()
        for path in changed {
            guard let stamp = now.files[path], stamp.size <= limits.fileBytes else {
                contents[path] = nil
                continue
            }
            contents[path] = FileManager.default.contents(atPath: url.path + "/" + path)
        }
        stamps = now
        return reading(state(of: now), changed, start)
    }

    private func state(of stamps: FolderStamps) -> State {
        let text = contents[Manifest.path].map { String(decoding: $0, as: UTF8.self) }
        do throws(PackageRefusal) {
            guard stamps.files.count <= limits.files else {
                throw PackageRefusal(.tooManyFiles, nil, "The folder has more than \(limits.files) files.")
            }
            if let (path, _) = stamps.files.filter({ $1.size > limits.fileBytes }).min(by: { $0.key < $1.key }) {
                throw PackageRefusal(.fileTooLarge, path, "The file is larger than \(limits.fileBytes) bytes.")
            }
            let files = contents.map { PackageFile(path: $0.key, contents: $0.value) }
            return .package(try MiniAppPackage(files: files, limits: limits))
        } catch {
            return .broken(FolderProblem(error, manifest: text))
        }
    }

    private mutating func reading(
        _ state: State, _ changed: [String], _ start: ContinuousClock.Instant
    ) -> Reading {
        var changesPolicy = false
        if case .package(let package) = state {
            // A web app's policy names its scripts, which any of its pages may have.
            changesPolicy =
                manifest == nil || package.manifest.compatibility != nil && changed.contains { $0.hasSuffix(".html") }
            manifest = package.manifest
        }
        return Reading(
            state: state, changed: changed, change: .of(changed, changesPolicy: changesPolicy),
            time: ContinuousClock.now - start)
    }
}
