import Foundation
import Hummingbird
import Logging

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A fault that a proxy applies to a response.
public enum NetworkFault: String, Sendable, CaseIterable {
    /// It arrives late.
    case delay
    /// The connection closes in the middle.
    case cut
    /// It is too short, but looks complete.
    case truncate
    /// It is replaced with a 404.
    case notFound
    /// It is replaced with a 500.
    case serverError
    /// It arrives a little at a time.
    case slow
    /// It begins, and then nothing more arrives for six seconds.
    case stall
    /// Its body is sent twice.
    case duplicate
}
