import DurableFiles
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A running browser with its folder, of which nothing is left when it ends.
final class BrowserProcess {
    let input: Int32
    let output: Int32
    private let process = Process()
    private let folder: URL
    // Kept, because they close what they have when they go.
    private let pipes = (Pipe(), Pipe())

    /// A user without rights, under whom it runs if this process has those of the system: 65534 is `nobody`.
    private static let nobody: UInt32 = 65_534
    private static let prefix = "atoll-browser-"
    /// The file with the browser's messages to the program that has started it.
    private static let words = "stderr"
    /// It is opened once: what has the name later may be something else.
    private let words: FileHandle

    /// The place of its folders: a browser exits immediately if the path of the socket that it makes there, of 47 bytes
    /// more than the folder's, is longer than a socket's may be, of which macOS allows 103 bytes.
    private static var place: URL {
        let usual = FileManager.default.temporaryDirectory
        return usual.path.utf8.count <= 24 ? usual : URL(filePath: "/tmp", directoryHint: .isDirectory)
    }

    init(_ options: BrowserOptions) throws {
        let path = options.executable.path
        guard FileManager.default.isExecutableFile(atPath: path) else { throw BrowserError.noBrowser(path) }
        Self.removeLeftovers()
        folder = Self.place.appending(
            path: "\(Self.prefix)\(ProcessInfo.processInfo.processIdentifier)-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        var command = options.niceness == 0 ? [] : ["nice", "-n", "\(options.niceness)"]
        #if os(Linux)
        if geteuid() == 0 {
            guard chown(folder.path, Self.nobody, Self.nobody) == 0 else { throw BrowserError.noBrowser(path) }
            command += [
                "setpriv", "--reuid=\(Self.nobody)", "--regid=\(Self.nobody)", "--clear-groups", "--no-new-privs",
            ]
        }
        #endif
        process.executableURL = URL(filePath: "/bin/sh")
        // The browser reads from descriptor 3 and writes to descriptor 4.
        process.arguments =
            ["-c", "exec \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null", "sh"] + command + [path]
            + options.arguments(profile: folder.appending(path: "profile"))
        // Untrusted pages get nothing of this process's environment.
        // Its other data is in the folder, too: its path is short, because sockets have short names.
        process.environment = [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder.path, "TMPDIR": folder.path, "LANG": "C.UTF-8",
        ]
        process.currentDirectoryURL = folder
        process.standardInput = pipes.0
        process.standardOutput = pipes.1
        // In the folder, whose size is limited.
        guard FileManager.default.createFile(atPath: folder.appending(path: Self.words).path, contents: nil),
            let words = try? FileHandle(forUpdating: folder.appending(path: Self.words))
        else { throw BrowserError.noBrowser(path) }
        process.standardError = words
        self.words = words
        input = pipes.0.fileHandleForWriting.fileDescriptor
        output = pipes.1.fileHandleForReading.fileDescriptor
        do {
            try process.run()
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw BrowserError.noBrowser(path)
        }
        for descriptor in [input, output] { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) }
        signal(SIGPIPE, SIG_IGN)
    }

    deinit {
        // It is the first of its group, to which its renderers belong.
        kill(-process.processIdentifier, SIGKILL)
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        for _ in 0..<20 where FileManager.default.fileExists(atPath: folder.path) {
            // One of the group may still be writing there.
            if (try? FileManager.default.removeItem(at: folder)) == nil { usleep(50_000) }
        }
    }

    /// Whether all its processes together take more memory than a limit, in bytes: what they share is counted once.
    /// False where that is not known.
    ///
    /// - Parameter isExact: Whether to count in any case. To count what is shared once, the system walks through all
    ///   pages, which takes long. Otherwise this is done if it may be too much: files that only one process maps are
    ///   not counted before.
    func takesMoreMemory(than limit: Int, isExact: Bool) -> Bool {
        #if os(Linux)
        let group = process.processIdentifier
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        let ids = names.compactMap { Int32($0) }.filter { getpgid($0) == group }
        if !isExact {
            // Most of the files that they map are the program itself, which is the same for all.
            let uses = ids.map(Self.residentMemory)
            let sum = uses.reduce(0) { $0 + $1.own } + (uses.map(\.files).max() ?? 0)
            guard sum > limit else { return false }
        }
        return ids.map(Self.memory).reduce(0, +) > limit
        #else
        return false
        #endif
    }

    /// The last lines of its errors, in one line of printable ASCII; empty without any.
    var lastWords: String {
        var status = stat()
        guard fstat(words.fileDescriptor, &status) == 0 else { return "" }
        var bytes = [UInt8](repeating: 0, count: 2_000)
        let count = pread(words.fileDescriptor, &bytes, bytes.count, max(0, off_t(status.st_size) - off_t(bytes.count)))
        bytes.removeLast(bytes.count - max(0, count))
        let lines = bytes.split(separator: 0x0a).suffix(3).map { line in
            String(
                decoding: line.prefix(300).map { (0x20...0x7e).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
        }
        return lines.joined(separator: " ")
    }

    /// The size of its folder, in bytes.
    var diskUse: Int {
        let keys: [URLResourceKey] = [.totalFileAllocatedSizeKey, .isRegularFileKey]
        guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: keys) else { return 0 }
        var sum = 0
        for case let file as URL in files {
            guard let values = try? file.resourceValues(forKeys: Set(keys)), values.isRegularFile == true else {
                continue
            }
            sum += values.totalFileAllocatedSize ?? 0
        }
        return sum
    }

    /// Returns the memory of a process, in bytes: what it has written, alone or with others, and the files that it
    /// maps.
    private static func residentMemory(of id: Int32) -> (own: Int, files: Int) {
        guard let text = try? String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8) else { return (0, 0) }
        func kilobytes(_ name: String) -> Int {
            text.split(separator: "\n").first { $0.hasPrefix(name) }?.split(whereSeparator: { $0 == " " || $0 == "\t" })
                .dropFirst().first.flatMap { Int($0) } ?? 0
        }
        return ((kilobytes("RssAnon:") + kilobytes("RssShmem:")) << 10, kilobytes("RssFile:") << 10)
    }

    private static func memory(of id: Int32) -> Int {
        guard let text = try? String(contentsOfFile: "/proc/\(id)/smaps_rollup", encoding: .utf8),
            let line = text.split(separator: "\n").first(where: { $0.hasPrefix("Pss:") }),
            let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return 0 }
        return kilobytes << 10
    }

    /// Removes this user's folders of processes that were killed before they could.
    private static func removeLeftovers() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
        where name.hasPrefix(prefix) {
            guard let owner = name.dropFirst(prefix.count).split(separator: "-").first.flatMap({ Int32($0) }),
                kill(owner, 0) != 0, errno == ESRCH, OwnFolder.isPrivate(place.appending(path: name))
            else { continue }
            try? FileManager.default.removeItem(at: place.appending(path: name))
        }
    }
}
