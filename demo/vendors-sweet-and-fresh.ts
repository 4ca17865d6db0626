import { bankAccount } from './bank-account.ts'
import type { DemoVendor } from './demo-vendor.ts'
import { dish, menu, soldOut } from './menu.ts'
import { everyDay, lateWeekend } from './week-hours.ts'

const squeeze_me: DemoVendor = {
  key: 'squeeze-me-juice',
  name: 'Squeeze Me Juice Bar',
  email: 'squeeze-me-juice@example.com',
  category: 'Juice & smoothies',
  landmark: 'FUTA North Gate',
  latitude: 7.30839,
  longitude: 5.14044,
  address: 'First floor, Wisdom Plaza, FUTA North Gate, Akure',
  phone: '08095550117',
  description:
    'Fruit in, juice out, nothing hiding in between. Tell us if you want it without sugar. It already is.',
  hours: everyDay('08:00', '21:30'),
  preparation_minutes: 7,
  delivery_time: '15-25 min',
  rating: 4.5,
  picture: 'vendors/squeeze-me-juice',
  status: 'Active',
  bank: bankAccount('Moniepoint', '552555011', 'SQUEEZE ME VENTURES'),
  dishes: menu({
    'Fresh juice': [
      dish('Orange juice (50 cl)', 1500, 'orange-juice', 'Eight oranges, one bottle'),
      dish('Pineapple & ginger (50 cl)', 1500, 'pineapple-juice', 'Sweet first, then it bites'),
      dish('Watermelon juice (50 cl)', 1300, 'watermelon-juice', 'Cold, pink, gone in a minute'),
      dish('Tropical mix', 1700, 'cocktail', 'Mango, passion fruit and orange'),
    ],
    Smoothies: [
      dish('Mango banana smoothie', 2200, 'smoothie-mango', 'Thick enough to fight the straw'),
      dish('Berry yoghurt smoothie', 2500, 'smoothie-berry', 'Strawberry, banana, plain yoghurt'),
      dish('Green machine', 2300, 'smoothie-green', 'Avocado, ugu, apple. Trust us'),
      dish('Tiger nut & dates', 1800, 'tiger-nut', 'Creamy, nutty, no milk at all'),
    ],
    Bowls: [
      dish('Fruit salad bowl', 1800, 'fruit-salad', 'Cut when you order, not this morning'),
      dish('Watermelon slices', 800, 'watermelon', 'Cold from the fridge'),
      dish('Parfait cup', 2800, 'parfait', 'Granola, yoghurt, banana and strawberry'),
    ],
  }),
}

const frosty_corner: DemoVendor = {
  key: 'frosty-corner',
  name: 'Frosty Corner',
  email: 'frosty-corner@example.com',
  category: 'Ice cream',
  landmark: 'FUTA South Gate',
  latitude: 7.29371,
  longitude: 5.14808,
  address: 'Corner shop, Obanla junction, FUTA South Gate, Akure',
  phone: '09155550151',
  description: 'Soft serve, sundaes and waffles for hot Akure afternoons. It arrives frozen or it is on us.',
  hours: lateWeekend('10:00', '22:00', '23:30'),
  preparation_minutes: 8,
  delivery_time: '15-25 min',
  rating: 4.4,
  picture: 'vendors/frosty-corner',
  status: 'Active',
  bank: bankAccount('Kuda', '209155550', 'FROSTY CORNER FOODS'),
  dishes: menu({
    'Ice cream': [
      dish('Vanilla cone', 800, 'ice-cream', 'Tall, soft, finish it fast'),
      dish('Mango cone', 900, 'ice-cream-mango', 'Real mango from Ogbese'),
      dish('Strawberry cup', 1200, 'ice-cream-berry', 'Two scoops, real fruit'),
      dish('Chocolate & vanilla twist', 1000, 'ice-cream-cones', 'Cannot decide? Do not'),
      dish('Sundae royale', 2800, 'ice-cream-sundae', 'Three scoops, wafers, cherry, sauce'),
      dish('Gola (shaved ice)', 700, 'shaved-ice', 'Primary-school taste, university price'),
    ],
    'Waffles & shakes': [
      dish('Waffle & strawberries', 2500, 'waffles', 'Honey, fruit, butter'),
      dish('Cookies & cream shake', 2700, 'milkshake', 'Biscuits crushed into vanilla'),
      soldOut(dish('Death by chocolate', 3000, 'chocolate-shake', 'Shake, brownie, fudge. Lie down after')),
      dish('Frozen yoghurt', 1500, 'yoghurt', 'Tangy, with two toppings'),
    ],
    Extras: [dish('Extra scoop', 500, null), dish('Cookie crumble', 300, null)],
  }),
}

const oyin_cakes: DemoVendor = {
  key: 'oyin-cakes-and-cream',
  name: 'Oyin Cakes & Cream',
  email: 'oyin-cakes-and-cream@example.com',
  category: 'Cakes & desserts',
  landmark: 'FUTA Main Gate',
  latitude: 7.30318,
  longitude: 5.13329,
  address: '8 Senate Avenue, off FUTA Main Gate, Akure',
  phone: '09135550152',
  description:
    'Cakes by a 400-level Food Science student who started in Room 12. Birthday notes written free.',
  hours: everyDay('08:00', '21:30'),
  preparation_minutes: 12,
  delivery_time: '20-30 min',
  rating: 4.9,
  picture: 'vendors/oyin-cakes-and-cream',
  status: 'Active',
  bank: bankAccount('GTBank', '091355501', 'OYINKANSOLA RUTH BADMUS'),
  dishes: menu({
    Slices: [
      dish('Red velvet slice', 1800, 'red-velvet', 'Cream cheese between every layer'),
      dish('Chocolate fudge slice', 1800, 'chocolate-cake', 'Made with Ondo cocoa'),
      dish('Vanilla strawberry slice', 1600, 'cake-slice', 'Light sponge, fresh cream'),
      dish('Banana bread slice', 900, 'banana-bread', 'Moist for three days, lasts one'),
    ],
    'Cupcakes & cookies': [
      dish('Cupcake', 800, 'cupcake', 'Buttercream and sprinkles'),
      dish('Box of 6 cupcakes', 4500, 'cupcakes', 'Mix your own flavours'),
      dish('Chocolate chip cookies (4)', 1500, 'cookies', 'Big as your palm'),
      dish('Caramel flan', 1500, 'flan', 'Wobbles all the way to your hostel'),
      dish('Glazed doughnut', 700, 'doughnut', 'Light as a 1-unit course'),
    ],
    'Whole cakes': [
      dish('6-inch birthday cake', 14000, 'birthday-cake', 'Send the name with your order'),
      dish('8-inch chocolate cake', 22000, 'chocolate-cake-2', 'For a whole departmental week'),
    ],
    Drinks: [
      dish('Hot chocolate', 1200, 'chocolate-drink', 'Melted, not from a sachet'),
      dish('Bottled water (75 cl)', 300, null),
    ],
  }),
}

const waffle_wahala: DemoVendor = {
  key: 'waffle-wahala',
  name: 'Waffle Wahala',
  email: 'waffle-wahala@example.com',
  category: 'Pancakes & waffles',
  landmark: 'FUTA Main Gate',
  latitude: 7.30233,
  longitude: 5.13094,
  address: 'Shop 11, New Complex, FUTA Main Gate, Akure',
  phone: '09025550153',
  description: 'Breakfast all day: pancakes, waffles and chicken on top of things it should not be on.',
  hours: everyDay('07:00', '20:00'),
  preparation_minutes: 12,
  delivery_time: '20-30 min',
  rating: null,
  picture: 'vendors/waffle-wahala',
  status: 'Pending',
  bank: bankAccount('Wema', '028902555', 'WAFFLE WAHALA VENTURES'),
  dishes: menu({
    'All day': [
      dish('Pancake stack', 2000, 'pancakes', 'Four pancakes, butter, syrup'),
      dish('Pancakes & eggs', 2800, 'pancakes-full', 'Two pancakes, two eggs, sausage'),
      dish('Waffle & fruit', 2500, 'waffles', 'Crisp outside, berries on top'),
      dish('Chicken & waffle', 3800, 'waffle-chicken', 'Honey pepper glaze'),
      dish('French toast', 1800, 'bread', 'Agege bread, cinnamon, milk'),
      dish('Oat bowl', 1500, 'oats', 'Banana, groundnut, honey'),
    ],
    Drinks: [
      dish('Fresh orange juice', 1500, 'orange-juice', 'Squeezed when you order'),
      dish('Cappuccino', 1700, 'coffee', 'Foam art if we are in the mood'),
    ],
  }),
}

const parfait_plug: DemoVendor = {
  key: 'parfait-plug',
  name: 'Parfait Plug',
  email: 'parfait-plug@example.com',
  category: 'Parfait & yoghurt',
  landmark: 'Aluta Market',
  latitude: 7.29868,
  longitude: 5.14519,
  address: 'Shop 22, Aluta Market, FUTA, Akure',
  phone: '09115550154',
  description:
    'Layers of Greek yoghurt, granola and fruit. Currently sorting a fridge issue, back very soon.',
  hours: everyDay('08:00', '21:30'),
  preparation_minutes: 6,
  delivery_time: '15-25 min',
  rating: 4.6,
  picture: 'vendors/parfait-plug',
  paused: true,
  status: 'Active',
  bank: bankAccount('OPay', '911555015', 'FAVOUR ADAEZE EZE'),
  dishes: menu({
    Parfait: [
      dish('Classic parfait', 2800, 'parfait', 'Granola, banana, strawberry, coconut'),
      dish('Parfait jumbo (1 litre)', 6500, 'parfait-2', 'Hide it from your roommates'),
      dish('Chocolate parfait', 3200, 'ice-cream-sundae', 'Brownie bits and cocoa yoghurt'),
      dish('Fruit & nut cup', 2200, 'fruit-salad', 'What is sweet at the market today'),
    ],
    'Yoghurt & oats': [
      dish('Greek yoghurt (50 cl)', 2000, 'yoghurt', 'Thick, unsweetened'),
      dish('Overnight oats', 1900, 'oats', 'Soaked since your last lecture'),
      dish('Berry smoothie', 2400, 'smoothie-berry', 'Strawberry, blueberry, Greek yoghurt'),
      dish('Mango lassi', 2200, 'smoothie-mango', 'Sweet, sour, gone'),
    ],
  }),
}

const zobo_house: DemoVendor = {
  key: 'zobo-house',
  name: 'Zobo House',
  email: 'zobo-house@example.com',
  category: 'Local drinks',
  landmark: 'Aluta Market',
  latitude: 7.29952,
  longitude: 5.14437,
  address: 'Shop 9, Aluta Market, FUTA, Akure',
  phone: '09145550155',
  description:
    'Hibiscus, tiger nut, millet and palm wine, bottled cold every morning. No preservatives, no noise.',
  hours: everyDay('07:30', '21:30'),
  preparation_minutes: 5,
  delivery_time: '15-25 min',
  rating: 4.5,
  picture: 'vendors/zobo-house',
  status: 'Active',
  bank: bankAccount('First Bank', '309145550', 'ZOBO HOUSE ENTERPRISES'),
  dishes: menu({
    Drinks: [
      dish('Classic zobo (50 cl)', 500, 'zobo', 'Hibiscus, ginger, clove, very cold'),
      dish('Zobo with pineapple (50 cl)', 600, 'zobo-single', 'Sweetened by the fruit alone'),
      dish('Kunu zaki (50 cl)', 500, 'kunu', 'Millet, ginger, sweet potato'),
      dish('Kunu aya (50 cl)', 700, 'tiger-nut', 'Tiger nut, dates, coconut'),
      dish('Fura da nono', 1000, 'fura', 'Pounded millet in sour milk'),
      dish('Fresh palm wine', 1000, 'palm-wine', 'Sold out by 4 pm on match days'),
      dish('Chapman', 1300, 'chapman', 'Cucumber, orange, bitters'),
      dish('Pineapple & ginger juice', 1300, 'pineapple-juice', 'Pressed at noon, gone by three'),
      dish('Coconut water', 1200, 'coconut-water'),
      dish('Zobo keg (5 litres)', 4000, 'zobo-2', 'For hall week and birthdays'),
    ],
    'Something to chew': [
      dish('Puff-puff (8)', 600, 'puff-puff-cup', 'From Papa next door'),
      dish('Roasted groundnuts', 300, 'groundnuts', 'Peel and chew'),
    ],
  }),
}

/** Drinks, ice cream and cakes, from all around the campus. */
export const sweet_and_fresh_vendors: readonly DemoVendor[] = [
  squeeze_me,
  frosty_corner,
  oyin_cakes,
  waffle_wahala,
  parfait_plug,
  zobo_house,
]
