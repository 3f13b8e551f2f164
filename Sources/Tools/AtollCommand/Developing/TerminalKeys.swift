import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Reads single key presses from the terminal. Where the input is not a terminal, it reads nothing.
final class TerminalKeys: Sendable {
    private let before: termios?

    /// - Parameters:
    ///   - isReading: Whether to read at all.
    ///   - take: Called on another thread with each key.
    init(isReading: Bool = true, _ take: @escaping @Sendable (Character) -> Void) {
        var settings = termios()
        guard isReading, isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &settings) == 0 else {
            before = nil
            return
        }
        before = settings
        // Ctrl-C still ends the process.
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &settings)
        Thread.detachNewThread {
            var byte: UInt8 = 0
            while read(STDIN_FILENO, &byte, 1) == 1 { take(Character(Unicode.Scalar(byte))) }
        }
    }

    /// Restores the terminal's settings.
    func end() {
        guard var before else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &before)
    }
}
