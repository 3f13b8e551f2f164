import ServiceLifecycle

extension ServiceGroupConfiguration {
    /// Limits how long requests in progress may delay a shutdown: they are cancelled after 20 s, and 10 s later the
    /// process ends in any case. Otherwise a client could prevent a shutdown by never finishing a request.
    package mutating func endInTime() {
        maximumGracefulShutdownDuration = .seconds(20)
        maximumCancellationDuration = .seconds(10)
    }
}
