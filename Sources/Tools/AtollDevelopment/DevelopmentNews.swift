import AtollReview

/// An event of a ``DevelopmentServer``, for the terminal.
package enum DevelopmentNews: Sendable {
    /// The server listens; its page is at this address.
    case running(address: String)
    /// The folder was read: these files have changed.
    case changed([String], FolderChange, Duration)
    /// The folder is no mini app at the moment.
    case broken(FolderProblem)
    /// It is one again.
    case mended
    /// The findings of the Center's checks.
    case findings([FolderProblem])
    /// A report of a pane.
    case report(ContainerReport)
}
