import AtollReview

/// What happens in a ``DevelopmentServer``, for the terminal.
package enum DevelopmentNews: Sendable {
    /// The server listens; its page is at this address.
    case running(address: String)
    /// The folder was read: these files have changed.
    case changed([String], FolderChange, Duration)
    /// The folder is no mini app at the moment.
    case broken(FolderProblem)
    /// It is one again.
    case mended
    /// What the checks of the Center have found.
    case findings([FolderProblem])
    /// What a pane has seen.
    case report(ContainerReport)
}
