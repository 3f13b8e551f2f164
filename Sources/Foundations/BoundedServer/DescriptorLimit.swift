#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The limit on the files and sockets that the process may have open.
package enum DescriptorLimit {
    /// The number of descriptors, after the limit was raised to the highest value that the system permits; at most
    /// 65,536.
    package static let count: Int = {
        var limit = rlimit()
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0 else { return 1_024 }
        var raised = limit
        // macOS accepts no more than a fixed constant, and some systems have no limit.
        raised.rlim_cur = min(limit.rlim_max, rlim_t(65_536))
        if raised.rlim_cur > limit.rlim_cur, setrlimit(resource, &raised) == 0 { limit = raised }
        return Int(min(limit.rlim_cur, rlim_t(65_536)))
    }()

    /// The most connections of one server: three tenths of the descriptors, so that two servers in one process have
    /// room for the files that they send.
    package static var connections: Int { max(64, (count - 256) * 3 / 10) }
}
