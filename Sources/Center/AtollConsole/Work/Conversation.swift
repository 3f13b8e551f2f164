import AtollCenterAPI

/// The comments about a version, grouped by where they are shown.
struct Conversation: Sendable {
    /// A comment with its answers.
    struct Thread: Encodable, Sendable {
        let id: String
        let kind: String
        let kindName: String
        let body: String
        let author: String
        let time: String
        let place: String?
        let isOpen: Bool
        let isResolved: Bool
        let mayResolve: Bool
        let isDemand: Bool
        /// Whether it was made about an earlier version.
        let isCarried: Bool
        let answers: [Thread]
    }

    private struct Placed: Sendable {
        let path: String
        let line: Int?
        let text: String
        let thread: Thread
    }

    private let placed: [Placed]
    /// All threads, those about the whole version first.
    let general: [Thread]
    /// The resolved threads about earlier versions, which led to this one.
    let earlier: [Thread]
    /// The number of unresolved demands.
    let openDemands: Int

    /// - Parameter current: The code of the shown version.
    init(_ comments: [ReviewCommentView], about current: Int, _ visit: Visit) {
        func thread(_ comment: ReviewCommentView, _ depth: Int) -> Thread {
            let answers = depth > 3 ? [] : comments.filter { $0.answers == comment.id }.map { thread($0, depth + 1) }
            let place = comment.path.map { path in comment.line.map { "\(path):\($0)" } ?? path }
            return Thread(
                id: comment.id, kind: comment.kind, kindName: visit.texts("comment-" + comment.kind),
                body: comment.body,
                author: comment.authorName ?? visit.texts(comment.kind == "mustChange" ? "a-reviewer" : "somebody"),
                time: visit.texts.time(comment.created), place: place,
                isOpen: comment.resolved == nil, isResolved: comment.resolved != nil,
                mayResolve: comment.isOwn && comment.answers == nil,
                isDemand: comment.kind == "mustChange", isCarried: comment.code < current, answers: answers)
        }
        let roots = comments.filter { $0.answers == nil }
        let known = Set(comments.map(\.id))
        let orphans = comments.filter { $0.answers != nil && !known.contains($0.answers ?? "") }
        let all = (roots + orphans).map { (comment: $0, thread: thread($0, 0)) }
        placed = all.compactMap { item in
            item.comment.path.map {
                Placed(path: $0, line: item.comment.line, text: item.comment.lineText, thread: item.thread)
            }
        }
        let threads =
            all.filter { $0.comment.path == nil }.map(\.thread) + all.filter { $0.comment.path != nil }.map(\.thread)
        general = threads.filter { !$0.isCarried || $0.isOpen }
        earlier = threads.filter { $0.isCarried && $0.isResolved }
        openDemands = comments.count { $0.kind == "mustChange" && $0.resolved == nil }
    }

    /// The threads about a line. Threads about this version are found by the line number, those about earlier ones by
    /// the text.
    func of(_ path: String, _ line: Int, _ text: String) -> [Thread] {
        let trimmed = text.drop { $0 == " " || $0 == "\t" }
        return placed.filter { item in
            guard item.path == path, let number = item.line else { return false }
            if item.thread.isCarried, item.thread.isResolved { return false }
            if item.thread.isCarried {
                return !item.text.isEmpty && item.text.drop { $0 == " " || $0 == "\t" } == trimmed
            }
            return number == line
        }.map(\.thread)
    }

    /// The threads about a file as a whole.
    func ofFile(_ path: String) -> [Thread] {
        placed.filter { $0.path == path && $0.line == nil && ($0.thread.isOpen || !$0.thread.isCarried) }.map(\.thread)
    }
}
