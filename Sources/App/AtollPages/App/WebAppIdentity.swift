/// Tells an app from one that was assembled later: what was remembered of one is not true of another.
package final class WebAppIdentity: Sendable {
    init() {}
}
