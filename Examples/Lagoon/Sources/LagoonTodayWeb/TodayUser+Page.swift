import AtollPages
import LagoonToday

extension TodayUser {
    init(_ user: PageUser) { self.init(id: user.id, name: user.name, roles: user.roles) }
}
