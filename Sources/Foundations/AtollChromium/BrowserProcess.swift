import DurableFiles
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A running browser with its folder, which is removed when the browser ends.
final class BrowserProcess {
    let input: Int32
    let output: Int32
    private let process = Process()
    private let folder: URL
    // Stored because pipes close their descriptors when they are released.
    private let pipes = (Pipe(), Pipe())

    /// An unprivileged user that it runs as if this process runs as root: 65534 is `nobody`.
    private static let nobody: UInt32 = 65_534
    private static let prefix = "atoll-browser-"
    /// The name of the file for its standard error.
    private static let words = "stderr"
    /// The open file. It is opened once, because another file may have its name later.
    private let words: FileHandle

    /// The location of its folders. A browser exits immediately if the path of the socket that it creates there is too
    /// long. That path is 47 bytes longer than the folder's, and macOS permits 103 bytes.
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
        // Untrusted pages must not receive anything from this process's environment. The browser's other files are in
        // the folder, too, whose path is short because sockets have short names.
        process.environment = [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder.path, "TMPDIR": folder.path, "LANG": "C.UTF-8",
        ]
        process.currentDirectoryURL = folder
        process.standardInput = pipes.0
        process.standardOutput = pipes.1
        // It is in the folder because the folder's size is limited.
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
        // The process leads its group, which includes its renderers.
        kill(-process.processIdentifier, SIGKILL)
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        for _ in 0..<20 where FileManager.default.fileExists(atPath: folder.path) {
            // A process of the group may still be writing there.
            if (try? FileManager.default.removeItem(at: folder)) == nil { usleep(50_000) }
        }
    }

    /// Whether all its processes together use more memory than a limit, in bytes. Shared memory is counted once. False
    /// if the use is not known.
    ///
    /// - Parameter isExact: Whether to count exactly in any case. To count shared memory once, the system walks through
    ///   all pages, which takes long. Otherwise, that is done only if an estimate exceeds the limit. The estimate
    ///   counts only the files of the process that maps the most.
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

    /// The last lines of its error output, in one line of printable ASCII; empty if there is no output.
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

    /// The size of what it has written to its folder, in bytes.
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

    /// The resident memory of a process, in bytes: its own and shared memory, and the files that it maps.
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

    /// Removes this user's folders from processes that were killed before they could.
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
