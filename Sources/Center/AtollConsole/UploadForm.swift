import BoundedServer
import HTTPTypes
import Hummingbird
import RequestParsing

/// The form with which the page of a mini app uploads a version: the signed statement, followed by the package, which
/// is passed on as it arrives.
///
/// `@unchecked Sendable`: a body has one reader, which requests one piece after another.
final class UploadForm: @unchecked Sendable {
    private var reader: MultipartReader
    private var chunks: RequestBody.AsyncIterator
    private var waiting: [ByteBuffer] = []
    private var isAtEnd = false

    private static let statementLimit = 8_000

    /// - Throws: ``ConsoleError`` if the request is not a form with files, or was sent by another site.
    init(_ request: Request) throws(ConsoleError) {
        guard ConsoleForm.isFromHere(request) else { throw .otherSite }
        do { reader = try MultipartReader(contentType: request.headers[.contentType]) } catch { throw .noForm }
        chunks = request.body.makeAsyncIterator()
    }

    /// Reads the statement: the first of the two files.
    ///
    /// - Throws: ``ConsoleError`` if the form does not have the two files in that order.
    func statement() async throws(ConsoleError) -> [UInt8] {
        var statement: [UInt8]?
        var isPackage = false
        while !isPackage {
            guard let events = try await events() else { throw .noFiles }
            for event in events {
                switch event {
                case .part("statement", .some) where statement == nil: statement = []
                case .part("package", .some(let name)) where statement != nil && !name.isEmpty: isPackage = true
                case .part: throw .noFiles
                case .bytes(let bytes) where isPackage: waiting.append(ByteBuffer(bytes: bytes))
                case .bytes(let bytes):
                    guard let read = statement, read.count + bytes.count <= Self.statementLimit else { throw .noFiles }
                    statement = read + bytes
                }
            }
        }
        guard let statement, !statement.isEmpty else { throw .noFiles }
        return statement
    }

    /// The package, as it arrives after the statement.
    var package: RequestBody {
        RequestBody(asyncSequence: AsyncThrowingStream { try await self.next() })
    }

    private func next() async throws(ConsoleError) -> ByteBuffer? {
        while waiting.isEmpty {
            guard let events = try await events() else { return nil }
            for event in events {
                guard case .bytes(let bytes) = event else { throw .noFiles }
                waiting.append(ByteBuffer(bytes: bytes))
            }
        }
        return waiting.removeFirst()
    }

    /// The parts of the form in the next bytes; nil at the end of the form.
    private func events() async throws(ConsoleError) -> [MultipartReader.Event]? {
        guard !isAtEnd else { return nil }
        do {
            if let chunk = try await chunks.next() { return try reader.read(chunk.readableBytesView) }
            try reader.finish()
            isAtEnd = true
            return nil
        } catch {
            throw .noForm
        }
    }
}
