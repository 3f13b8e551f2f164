/// How long connections may take, and how many there may be.
package struct ServerLimits: Hashable, Sendable {
    /// The longest that a connection may wait for a request.
    package var idle = Duration.seconds(30)
    /// The longest that a request's head may take, from its first byte on.
    package var head = Duration.seconds(10)
    /// For so long a body may come as slowly as it likes.
    package var bodyGrace = Duration.seconds(10)
    /// After that, the bytes that have to come in each second, on average.
    package var bodyRate = 1_024
    /// For so long an answer may lie unread.
    package var unread = Duration.seconds(30)
    /// And so many bytes have to be read in each second beyond that, on average.
    package var readRate = 4_096
    /// The most requests of one connection that may wait for each other. Browsers do not send the next before the answer is there.
    package var pipelined = 8
    /// The most connections at a time; what the process may open files for, without.
    package var connections: Int?

    package init() {}
}
