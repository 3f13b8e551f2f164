import AtollTerminal
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The program `atoll-center`, by which `atoll center` replaces itself. It is separate so that a publisher's machine
/// needs neither it nor the libraries of its databases.
enum CenterProgram {
    private static let name = "atoll-center"

    /// The arguments for `atoll-center`, or `nil` if these arguments of `atoll` are not for it.
    static func words(of arguments: [String]) -> [String]? {
        switch arguments.first {
        case "center": Array(arguments.dropFirst())
        case "help" where arguments.dropFirst().first == "center": ["help"] + arguments.dropFirst(2)
        default: nil
        }
    }

    /// Replaces this process with `atoll-center`, from the folder of this program or from a folder in PATH. The process
    /// id stays the same, so `atoll-center` receives the signals and sets the exit status.
    static func become(with words: [String]) -> Never {
        let arguments = ([name] + words).map { strdup($0) } + [nil]
        for program in candidates where access(program, X_OK) == 0 {
            execv(program, arguments)
            note("\(program) can't be started: \(String(cString: strerror(errno))).")
        }
        note(
            """
            error: The program \(name) is not installed beside atoll. From a checkout, build it with: swift build --product \(name). \
            A machine that only publishes does not need it.
            """)
        exit(1)
    }

    private static var candidates: [String] {
        let here = Bundle.main.executableURL?.resolvingSymlinksInPath().deletingLastPathComponent()
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").filter {
            $0.hasPrefix("/")
        }
        return [here?.appending(path: name).path].compactMap(\.self) + folders.map { "\($0)/\(name)" }
    }
}
