/// An error of a database or a bucket that can't be reached, or refuses. The Center answers with status 503, and its log
/// has the reason.
package protocol StorageFailure: Error {}
