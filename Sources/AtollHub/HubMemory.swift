import AtollPackages
import Foundation

/// What a user has done in the hub: favourites in their order, what was used lately, and what they have seen.
public struct HubMemory: Hashable, Sendable, Codable {
    /// In the order that the user has given them.
    public private(set) var favourites: [MiniAppID] = []
    /// What was opened, the newest first.
    public private(set) var recent: [MiniAppID] = []
    /// The version codes of what was opened, by id.
    private var opened: [String: Int] = [:]
    /// When the user came to the hub first. What was there already is not new.
    private var since: Date?

    public static let maximumFavourites = 60
    public static let maximumRecent = 12
    private static let maximumOpened = 1_000
    /// How long something is new that was never opened.
    private static let newFor: TimeInterval = 14 * 86_400

    public init() {}

    /// Notes that the hub was looked at.
    public mutating func noteVisit(at date: Date) {
        if since == nil { since = date }
    }

    /// Notes that a version was opened.
    public mutating func noteOpened(_ id: MiniAppID, code: Int) {
        recent.removeAll { $0 == id }
        recent.insert(id, at: 0)
        recent.removeLast(max(0, recent.count - Self.maximumRecent))
        if opened.count >= Self.maximumOpened {
            opened = opened.filter { entry in recent.contains { $0.rawValue == entry.key } }
        }
        opened[id.rawValue] = code
    }

    /// Whether something has come, or has changed, since the user looked.
    public func isNew(_ listing: MiniAppListing, at now: Date) -> Bool {
        if let code = opened[listing.id.rawValue] { return listing.version.code > code }
        guard let since, listing.published > since else { return false }
        return now.timeIntervalSince(listing.published) < Self.newFor
    }

    public func isFavourite(_ id: MiniAppID) -> Bool { favourites.contains(id) }

    /// Makes something a favourite, the last one, or no longer one.
    ///
    /// - Returns: false where there are too many.
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

    /// Moves a favourite by so many places; no further than to either end.
    ///
    /// - Returns: Its new place from 0, or nil where it is no favourite.
    @discardableResult
    public mutating func moveFavourite(_ id: MiniAppID, by distance: Int) -> Int? {
        guard let index = favourites.firstIndex(of: id) else { return nil }
        return moveFavourite(id, to: index.addingReportingOverflow(distance).partialValue)
    }

    /// Moves a favourite among those that are shown, to a place from 0: some may stand between them that the user may not open at
    /// the moment.
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

    /// Moves a favourite to a place from 0; no further than to either end.
    @discardableResult
    public mutating func moveFavourite(_ id: MiniAppID, to place: Int) -> Int? {
        guard let index = favourites.firstIndex(of: id) else { return nil }
        favourites.remove(at: index)
        let place = min(max(0, place), favourites.count)
        favourites.insert(id, at: place)
        return place
    }
}
