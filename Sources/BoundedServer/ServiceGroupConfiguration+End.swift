import ServiceLifecycle

extension ServiceGroupConfiguration {
    /// Bounds how long requests under way may hold the process up once it is asked to stop: after 20 s they are cancelled, and 10 s
    /// later the process ends whatever they do. Otherwise anybody could keep it from stopping by never finishing a request.
    package mutating func endInTime() {
        maximumGracefulShutdownDuration = .seconds(20)
        maximumCancellationDuration = .seconds(10)
    }
}
