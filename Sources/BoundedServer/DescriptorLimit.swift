#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// How many files and sockets the process may have open.
package enum DescriptorLimit {
    /// How many there are, once the process has taken all that the system lets it have.
    package static let count: Int = {
        var limit = rlimit()
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0 else { return 1_024 }
        var raised = limit
        // macOS takes no more than its own constant, and some systems have no end.
        raised.rlim_cur = min(limit.rlim_max, rlim_t(65_536))
        if raised.rlim_cur > limit.rlim_cur, setrlimit(resource, &raised) == 0 { limit = raised }
        return Int(min(limit.rlim_cur, rlim_t(65_536)))
    }()

    /// The most connections of one server: three tenths of what there is, so that two in one process have room for the files that they
    /// send.
    package static var connections: Int { max(64, (count - 256) * 3 / 10) }
}
