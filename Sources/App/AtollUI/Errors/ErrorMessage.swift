import Foundation

/// Texts for users about errors.
public enum ErrorMessage {
    /// A sentence about an error in the user's language, if the error has one; otherwise the error's own description.
    ///
    /// ```swift
    /// do { _ = try await catalog.load(id) } catch { problem = ErrorMessage.text(for: error) }
    /// ```
    /// Foundation's `localizedDescription` is a number for errors that don't describe themselves, so it is not used for
    /// them.
    public static func text(for error: any Error) -> String {
        (error as? any LocalizedError)?.errorDescription ?? "\(error)"
    }
}
