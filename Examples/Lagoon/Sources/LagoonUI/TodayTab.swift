import AtollNavigation
import AtollUI
import LagoonProducts
import LagoonProductsUI
import LagoonScreens
import LagoonToday
import LagoonTodayUI
import SwiftUI

/// What stands in the stack of Today's tab: its own screens, and products that they lead to.
enum TodayTabScreen: Fragment {
    case today(TodayScreen)
    case product(Product.ID)

    static let embedding = Embedding<LagoonScreen, TodayTabScreen> { screen in
        switch screen {
        case .today(let screen): .today(screen)
        case .product(let id): .products(.product(id))
        }
    } extract: { screen in
        switch screen {
        case .today(let screen): .today(screen)
        case .products(.product(let id)): .product(id)
        default: nil
        }
    }
}

struct TodayTab: View {
    let today: TodayModel
    let model: LagoonModel

    var body: some View {
        FragmentStack(.today(.today), in: model.todayTab) { screen in
            switch screen {
            case .today(let screen): TodayScreens(screen, today, in: model.todayNavigator)
            case .product(let id): ProductScreen(id, in: model.productsNavigator)
            }
        }
    }
}
