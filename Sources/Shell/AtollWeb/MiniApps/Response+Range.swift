import AtollRuntime
import Foundation
import HTTPTypes
import Hummingbird

extension Response {
    /// Puts a file into a response, or the part of it that the request asks for: media elements play and seek in parts.
    ///
    /// The response has the status 200 and the file's `ETag`, if it has one. A request for several parts gets the whole
    /// file. Source: RFC 9110, sections 13.1.5 and 14.
    package mutating func send(_ contents: Data, to request: Request) {
        headers[.acceptRanges] = "bytes"
        switch request.part(of: contents.count, tag: headers[.eTag]) {
        case .whole: body = .init(byteBuffer: ByteBuffer(bytes: contents))
        case .part(let part):
            status = .partialContent
            headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(contents.count)"
            let start = contents.startIndex
            body = .init(byteBuffer: ByteBuffer(bytes: contents[start + part.lowerBound..<start + part.upperBound]))
        case .unsatisfiable:
            status = .rangeNotSatisfiable
            headers[.contentRange] = "bytes */\(contents.count)"
            headers[.contentType] = nil
            body = .init()
        }
    }
}

extension Request {
    /// The part that the request asks for; the whole file if the client has a part of a different version.
    fileprivate func part(of length: Int, tag: String?) -> ByteRange {
        guard method == .get else { return .whole }
        if let condition = headers[.ifRange], condition != tag { return .whole }
        return ByteRange(headers[.range], of: length)
    }
}
