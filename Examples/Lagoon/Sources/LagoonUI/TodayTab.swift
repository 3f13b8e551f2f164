import AtollNavigation
import AtollUI
import LagoonProducts
import LagoonProductsUI
import LagoonScreens
import LagoonToday
import LagoonTodayUI
import SwiftUI

struct TodayTab: View {
    let today: TodayModel
    let model: LagoonModel

    var body: some View {
        FragmentStack(.today(.today), in: model.todayTab) { screen in
            switch screen {
            case .today(let screen): TodayView(screen, today, in: model.todayNavigator)
            case .product(let id): ProductView(id, in: model.productsNavigator)
            }
        }
    }
}
