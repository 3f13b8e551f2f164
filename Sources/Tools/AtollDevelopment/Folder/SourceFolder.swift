import AtollPackages
import Foundation
import PrintableText

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A folder that its developer works in. It is read again as it changes, but unchanged files are not.
struct SourceFolder {
    /// The state of the folder.
    enum State: Sendable {
        case package(MiniAppPackage)
        case broken(FolderProblem)
    }

    /// A new state of the folder.
    struct Reading: Sendable {
        let state: State
        /// The files that were written, added or removed since the last reading. At first, all files.
        let changed: [String]
        let change: FolderChange
        /// The time that reading the folder and checking its rules took.
        let time: Duration
    }

    let url: URL
    private let limits: PackageLimits
    private var stamps: FolderStamps?
    private var contents: [String: Data] = [:]
    private var hasBeenWhole = false
    private var failure: FolderProblem?
    /// Files that exist but can't be read.
    private var unread: Set<String> = []

    init(_ url: URL, limits: PackageLimits = PackageLimits()) {
        self.url = url.resolvingSymlinksInPath()
        self.limits = limits
    }

    /// Checks whether anything has changed, and reads the changed files.
    ///
    /// - Returns: nil if the folder has not changed.
    mutating func read() -> Reading? {
        let start = ContinuousClock.now
        let now: FolderStamps
        do {
            now = try FolderStamps(of: url, limit: limits.files)
        } catch {
            let problem =
                (error as? PackageRefusal).map { FolderProblem($0, text: { _ in nil }) }
                ?? FolderProblem(code: "folder", "The folder can't be read: \(ErrorText.sentence(of: error))")
            return refuse(problem, start)
        }
        if let problem = refusal(of: now) { return refuse(problem, start) }
        failure = nil
        guard now != stamps || unread.contains(where: { access("\(url.path)/\($0)", R_OK) == 0 }) else { return nil }
        let before = stamps?.files ?? [:]
        let changed = Set(before.keys).union(now.files.keys).union(unread)
            .filter { before[$0] != now.files[$0] || unread.contains($0) }.sorted()
        stamps = now
        unread = []
        for path in changed {
            contents[path] = now.files[path].flatMap { _ in FileManager.default.contents(atPath: url.path + "/" + path)
            }
            if now.files[path] != nil, contents[path] == nil { unread.insert(path) }
        }
        return reading(state(), changed, start)
    }

    /// Discards the contents of a folder that can't be a mini app. The problem is reported only once.
    private mutating func refuse(_ problem: FolderProblem, _ start: ContinuousClock.Instant) -> Reading? {
        guard failure != problem else { return nil }
        failure = problem
        stamps = nil
        contents = [:]
        unread = []
        return reading(.broken(problem), [], start)
    }

    /// The problem if the folder exceeds the limits, determined by the stamps alone.
    private func refusal(of stamps: FolderStamps) -> FolderProblem? {
        let refusal: PackageRefusal? =
            if stamps.files.count > limits.files {
                PackageRefusal(.tooManyFiles, nil, "The folder has more than \(limits.files) files.")
            } else if let (path, _) = stamps.files.filter({ $1.size > limits.fileBytes }).min(by: { $0.key < $1.key }) {
                PackageRefusal(.fileTooLarge, path, "The file is larger than \(limits.fileBytes) bytes.")
            } else if stamps.files.values.reduce(0, { $0 + $1.size }) > limits.totalBytes {
                PackageRefusal(.tooLarge, nil, "The files together are larger than \(limits.totalBytes) bytes.")
            } else {
                nil
            }
        return refusal.map { FolderProblem($0, text: { _ in nil }) }
    }

    private func state() -> State {
        if let path = unread.min() {
            return .broken(FolderProblem(code: "unreadable", path: path, "The file can't be read."))
        }
        do throws(PackageRefusal) {
            let files = contents.map { PackageFile(path: $0.key, contents: $0.value) }
            return .package(try MiniAppPackage(files: files, limits: limits))
        } catch {
            return .broken(
                FolderProblem(error) { path in contents[path].map { String(decoding: $0, as: UTF8.self) } })
        }
    }

    private mutating func reading(
        _ state: State, _ changed: [String], _ start: ContinuousClock.Instant
    ) -> Reading {
        var changesPolicy = false
        if case .package(let package) = state {
            // The policy of a web app contains its scripts, which may be in any page.
            changesPolicy =
                !hasBeenWhole || package.manifest.compatibility != nil && changed.contains { $0.hasSuffix(".html") }
            hasBeenWhole = true
        }
        return Reading(
            state: state, changed: changed, change: .of(changed, changesPolicy: changesPolicy),
            time: ContinuousClock.now - start)
    }
}
