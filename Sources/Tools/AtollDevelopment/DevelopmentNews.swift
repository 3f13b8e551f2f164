import AtollReview

/// An event of a ``DevelopmentServer``, for the terminal.
package enum DevelopmentNews: Sendable {
    /// The server is listening, with its page at this URL.
    case running(address: String)
    /// The folder was read: these files have changed.
    case changed([String], FolderChange, Duration)
    /// The folder is not a valid mini app.
    case broken(FolderProblem)
    /// The folder is valid again.
    case mended
    /// The findings of the Center's checks.
    case findings([FolderProblem])
    /// A report of a pane.
    case report(ContainerReport)
}
