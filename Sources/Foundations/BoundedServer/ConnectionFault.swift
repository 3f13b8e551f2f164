/// The reason that the server closed a connection.
enum ConnectionFault: String, Hashable, CaseIterable {
    /// No request arrived for a while; this is normal, and not logged.
    case idle
    /// The head of a request took too long.
    case slowHead
    /// The body of a request arrived too slowly.
    case slowBody
    /// The client read the response too slowly.
    case unread
    /// Too many requests were sent before their responses.
    case pipelined
    /// A GET or HEAD request had a body.
    case body
    /// The path or a header has more combining marks in a row than any text needs.
    case text
    /// There were too many connections, and this one had waited longest, or no other was waiting.
    case crowded
}
