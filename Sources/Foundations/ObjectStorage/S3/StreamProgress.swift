import Foundation

/// The progress of the answer to a request for an object.
///
/// `@unchecked Sendable`: a transfer passes its parts one after another, and its caller reads this when it has ended.
final class StreamProgress: @unchecked Sendable {
    private(set) var status = 0
    /// The body of an answer that is not the object.
    private(set) var refusal = Data()
    /// Whether bytes of the object were passed on.
    private(set) var hasBegun = false
    /// The number of bytes that are still to be skipped.
    private var skip: Int
    private static let maximumRefusal = 64 << 10

    init(skip: Int) {
        self.skip = skip
    }

    func begin(_ status: Int) {
        self.status = status
        // The store sends the requested range, so nothing is skipped.
        if status == 206 { skip = 0 }
    }

    func accept(_ data: Data, _ take: (Data) throws -> Void) throws {
        guard status == 200 || status == 206 else {
            refusal.append(data.prefix(Self.maximumRefusal - refusal.count))
            return
        }
        let rest = data.dropFirst(skip)
        skip -= data.count - rest.count
        guard !rest.isEmpty else { return }
        hasBegun = true
        try take(Data(rest))
    }
}
