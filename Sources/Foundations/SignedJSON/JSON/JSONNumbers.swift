import Foundation

/// The numbers that a JSON text may have.
public enum JSONNumbers: Sendable {
    /// Whole numbers of 64 bits, the only ones that can be signed.
    case whole
    /// Also numbers with fractions and exponents, stored as they are written.
    case any
    /// Also whole numbers beyond 64 bits and `-0`: all that JSON has.
    case unbounded
}
