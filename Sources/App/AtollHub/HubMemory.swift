import AtollPackages
import Foundation

/// A user's history in the hub: favourites, recently used mini apps, and the versions that they have opened.
public struct HubMemory: Hashable, Sendable, Codable {
    /// The favourites, in the order that the user has given them; at most ``maximumFavourites``.
    public private(set) var favourites: [MiniAppID] = []
    /// The mini apps opened, the most recent first; at most ``maximumRecent``.
    public private(set) var recent: [MiniAppID] = []
    /// The version codes last opened, by mini app id.
    private var opened: [String: Int] = [:]
    /// When the user first saw the hub. Mini apps published before are not new.
    private var since: Date?

    /// The maximum number of favourites.
    public static let maximumFavourites = 60
    /// The maximum number of recently used mini apps.
    public static let maximumRecent = 12
    private static let maximumOpened = 1_000
    /// How long a mini app that was never opened is new, in seconds.
    private static let newFor: TimeInterval = 14 * 86_400

    /// Creates the memory of a new user.
    public init() {}

    /// Records that the user has seen the hub; only the first time counts.
    public mutating func noteVisit(at date: Date) {
        if since == nil { since = date }
    }

    /// Records that a version was opened, and moves the mini app to the front of ``recent``.
    public mutating func noteOpened(_ id: MiniAppID, code: Int) {
        recent.removeAll { $0 == id }
        recent.insert(id, at: 0)
        recent.removeLast(max(0, recent.count - Self.maximumRecent))
        if opened.count >= Self.maximumOpened {
            opened = opened.filter { entry in recent.contains { $0.rawValue == entry.key } }
        }
        opened[id.rawValue] = code
    }

    /// Whether a mini app is new to the user: either they opened an earlier version than the current one, or they never
    /// opened it and it was published after their first visit to the hub, less than 14 days ago.
    public func isNew(_ listing: MiniAppListing, at now: Date) -> Bool {
        if let code = opened[listing.id.rawValue] { return listing.version.code > code }
        guard let since, listing.published > since else { return false }
        return now.timeIntervalSince(listing.published) < Self.newFor
    }

    /// Whether a mini app is one of the favourites.
    public func isFavourite(_ id: MiniAppID) -> Bool { favourites.contains(id) }

    /// Adds a mini app at the end of the favourites, or removes it.
    ///
    /// - Returns: False if there are already ``maximumFavourites``; nothing has changed then.
    @discardableResult
    public mutating func setFavourite(_ id: MiniAppID, _ isFavourite: Bool) -> Bool {
        guard isFavourite != favourites.contains(id) else { return true }
        guard isFavourite else {
            favourites.removeAll { $0 == id }
            return true
        }
        guard favourites.count < Self.maximumFavourites else { return false }
        favourites.append(id)
        return true
    }

    /// Moves a favourite by a number of positions, at most to either end.
    ///
    /// - Returns: Its new position, from 0, or nil if it is not a favourite.
    @discardableResult
    public mutating func moveFavourite(_ id: MiniAppID, by distance: Int) -> Int? {
        guard let index = favourites.firstIndex(of: id) else { return nil }
        return moveFavourite(id, to: index.addingReportingOverflow(distance).partialValue)
    }

    /// Moves a favourite to a position, from 0, among the favourites that are shown. Others, which the user may not
    /// open at the moment, can be between them.
    ///
    /// - Returns: Its new position among those shown, or nil if it is not a favourite.
    @discardableResult
    public mutating func moveFavourite(_ id: MiniAppID, to place: Int, among shown: [MiniAppID]) -> Int? {
        let others = favourites.filter { $0 != id && shown.contains($0) }
        guard favourites.contains(id) else { return nil }
        let place = min(max(0, place), others.count)
        favourites.removeAll { $0 == id }
        let next = place < others.count ? favourites.firstIndex(of: others[place]) : nil
        favourites.insert(id, at: next ?? favourites.count)
        return place
    }

    /// Moves a favourite to a position, from 0, at most to either end.
    ///
    /// - Returns: Its new position, or nil if it is not a favourite.
    @discardableResult
    public mutating func moveFavourite(_ id: MiniAppID, to place: Int) -> Int? {
        guard let index = favourites.firstIndex(of: id) else { return nil }
        favourites.remove(at: index)
        let place = min(max(0, place), favourites.count)
        favourites.insert(id, at: place)
        return place
    }
}
