import Hummingbird
import NIOCore

/// The connection was closed or became malformed in the middle of a request; this is not worth a line in the log.
package struct RequestCutOff: Error {
    package init() {}
}
