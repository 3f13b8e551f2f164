/// A comment that somebody is about to make.
struct NewComment: Sendable {
    let kind: ReviewComment.Kind
    let answers: String?
    let path: String?
    let line: Int?
    let lineText: String
    let body: String
}
