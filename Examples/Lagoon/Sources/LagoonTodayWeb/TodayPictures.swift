/// The pictures of Today's cards: the inside of an SVG of 120 by 120 units. `tint` is the colour behind a picture.
enum TodayPictures {
    static let plan = picture(
        #"<path d="M34 88V36l26-10 26 10v52L60 78z"/><path d="M60 26v52"/><path d="M44 56c8-8 12 6 22-4s8-4 10-8"/>"#)
    static let scale = picture(
        #"<rect x="30" y="38" width="60" height="52" rx="12"/><path d="M44 52a18 18 0 0 1 32 0z"/><path d="M60 58l7-9"/>"#
    )
    static let live = picture(
        #"<circle cx="60" cy="60" r="30"/><path d="M53 47l20 13-20 13z"/><path d="M28 36a40 40 0 0 0 0 48M92 36a40 40 0 0 1 0 48"/>"#
    )
    static let calendar = picture(
        #"<rect x="30" y="34" width="60" height="54" rx="10"/><path d="M30 50h60M45 28v12M75 28v12"/><path d="M48 68l9 9 16-17"/>"#
    )
    static let bowl = picture(
        #"<path d="M28 60h64a32 30 0 0 1-64 0z"/><path d="M42 48c-6-8 6-10 0-18M60 48c-6-8 6-10 0-18M78 48c-6-8 6-10 0-18"/>"#
    )

    private static func picture(_ lines: String) -> String { #"<circle class="tint" cx="60" cy="60" r="56"/>"# + lines }
}
