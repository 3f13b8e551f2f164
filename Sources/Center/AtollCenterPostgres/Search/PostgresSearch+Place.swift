import AtollCenter
import AtollCenterDomain
import AtollPackages
import AtollPostgres
import SQLStatements

extension PostgresSearch {
    /// The entries with a point within `radius` metres, nearest first. If there are more than `wanted`, the farther
    /// ones may be missing.
    ///
    /// One statement finds how far to look, so that the cost depends on the number of results requested, not on how
    /// many are within the radius; another reads the points. Only if more points than expected lie in the corners of
    /// the box, outside the circle, it is repeated with a larger one.
    func near(
        _ center: GeoPoint, _ radius: Double, _ query: SearchQuery, _ wanted: Int
    ) throws -> (hits: [SearchHit], count: Int) {
        let enough = wanted + (query.cursor?.start ?? 0)
        var reach = try sufficientReach(center, radius, query, enough)
        while true {
            let found = try within(reach, of: center, query)
            if reach >= radius || found.count >= enough {
                return (found.filter { $0.follows(query.cursor) }, found.count)
            }
            reach = min(radius, reach * 2)
        }
    }

    /// The smallest reach of 50 m, 100 m, 200 m and so on whose box has enough entries.
    private func sufficientReach(
        _ center: GeoPoint, _ radius: Double, _ query: SearchQuery, _ enough: Int
    ) throws -> Double {
        var reaches: [Double] = []
        var reach = min(radius, 50)
        while reach < radius {
            reaches.append(reach)
            reach *= 2
        }
        guard !reaches.isEmpty else { return radius }
        // A box that crosses the 180th meridian is two, of which the first has the centre.
        var corners: [(south: Double, north: Double, west: Double, east: Double)] = []
        for reach in reaches {
            guard let box = GeoBox.boxes(around: center, radius: reach).first else { continue }
            corners.append((box.south, box.north, box.west, box.east))
        }
        let rows = try session.query(
            """
            SELECT size.reach FROM unnest(\(.numbers(reaches)), \(.numbers(corners.map(\.west))),
                \(.numbers(corners.map(\.south))), \(.numbers(corners.map(\.east))), \(.numbers(corners.map(\.north))))
                AS size (reach, west, south, east, north)
            WHERE (SELECT count(*) FROM (
                SELECT 1 FROM entry_point JOIN entry ON entry.number = entry_point.entry
                WHERE place <@ box(point(size.west, size.south), point(size.east, size.north)) AND \(isWanted(query))
                LIMIT \(.integer(enough))) AS found) >= \(.integer(enough))
            LIMIT 1
            """)
        return try rows.first?.number(0) ?? radius
    }

    private func within(_ reach: Double, of center: GeoPoint, _ query: SearchQuery) throws -> [SearchHit] {
        var nearest: [Int64: Double] = [:]
        let areas = GeoBox.boxes(around: center, radius: reach).map { box -> SQLFragment in
            """
            place <@ box(point(\(.number(box.west)), \(.number(box.south))), \
            point(\(.number(box.east)), \(.number(box.north))))
            """
        }
        let rows = try session.query(
            """
            SELECT entry.number, latitude, longitude FROM entry_point JOIN entry ON entry.number = entry_point.entry
            WHERE (\(areas.joined(separator: " OR "))) AND \(isWanted(query))
            """
        ).rows
        for row in rows {
            guard let point = GeoPoint(latitude: try row.number(1), longitude: try row.number(2)) else { continue }
            let distance = center.distance(to: point)
            guard distance <= reach else { continue }
            let number = try row.integer(0)
            nearest[number] = min(nearest[number] ?? .infinity, distance)
        }
        return nearest.map { SearchHit(number: $0.key, distance: $0.value) }
            .sorted { ($0.distance ?? 0, $0.number) < ($1.distance ?? 0, $1.number) }
    }
}
