extension MiniAppID {
    /// Which ids are those of previews. No publisher has such an id.
    static let previewPrefix = "preview."

    /// The id under which a host stores the data of a preview of this mini app: its files, storage, permissions and
    /// names of users are never those of the mini app itself.
    ///
    /// - Returns: nil for a preview, and for an id that would be too long.
    public var preview: MiniAppID? { isPreview ? nil : MiniAppID(Self.previewPrefix + rawValue) }

    /// Whether this is the id of a preview.
    public var isPreview: Bool { rawValue.hasPrefix(Self.previewPrefix) && previewed != nil }

    /// The mini app that is previewed, or nil.
    public var previewed: MiniAppID? {
        guard rawValue.hasPrefix(Self.previewPrefix) else { return nil }
        return MiniAppID(String(rawValue.dropFirst(Self.previewPrefix.count)))
    }
}
