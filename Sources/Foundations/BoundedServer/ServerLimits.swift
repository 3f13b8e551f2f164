/// Limits on the duration and number of a server's connections.
package struct ServerLimits: Hashable, Sendable {
    /// The longest that a connection may wait for a request.
    package var idle = Duration.seconds(30)
    /// The longest that a request's head may take, from its first byte on.
    package var head = Duration.seconds(10)
    /// How long a body may arrive at any rate.
    package var bodyGrace = Duration.seconds(10)
    /// The least average rate of a body after ``bodyGrace``, in bytes per second.
    package var bodyRate = 1_024
    /// How long a response may remain unread.
    package var unread = Duration.seconds(30)
    /// The least rate, in bytes per second, at which each piece of a response must be read beyond ``unread``.
    package var readRate = 4_096
    /// The maximum number of bytes of answers that may wait in memory until their clients read them, for all
    /// connections together.
    package var unreadBytes = 256 * 1024 * 1024
    /// The most unanswered requests of one connection. Browsers do not send the next request before the response.
    package var pipelined = 8
    /// The most connections at the same time; nil for ``DescriptorLimit/connections``.
    package var connections: Int?

    package init() {}
}
