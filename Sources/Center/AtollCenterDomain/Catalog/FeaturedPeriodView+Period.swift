import AtollCenterAPI
import SignedJSON

extension FeaturedPeriodView {
    package init(_ period: FeaturedList.Period) {
        let featured = period.featured
        self.init(
            miniApp: featured.miniApp.rawValue, from: Timestamp.text(featured.from), to: Timestamp.text(featured.to),
            state: period.state)
    }
}
