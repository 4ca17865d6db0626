import { bankAccount } from './bank-account.ts'
import type { DemoVendor } from './demo-vendor.ts'
import { choices, dish, menu, soldOut } from './menu.ts'
import { around_the_clock, everyDay, lateWeekend } from './week-hours.ts'

const jollof_senate: DemoVendor = {
  key: 'jollof-senate',
  name: 'Jollof Senate',
  email: 'jollof-senate@example.com',
  category: 'Rice bowls',
  landmark: 'FUTA Main Gate',
  latitude: 7.30389,
  longitude: 5.13256,
  address: 'Ground floor, Legacy Plaza, FUTA Main Gate, Akure',
  phone: '08185550131',
  description: 'The house has voted: smoky, spicy and never soggy. Party jollof every single day.',
  hours: everyDay('08:00', '22:00'),
  preparation_minutes: 15,
  delivery_time: '20-30 min',
  rating: 4.7,
  picture: 'vendors/jollof-senate',
  status: 'Active',
  bank: bankAccount('GTBank', '081855501', 'JOLLOF SENATE FOODS'),
  dishes: menu({
    'Rice bowls': [
      choices(
        dish('Party jollof & grilled chicken', 3500, 'jollof-chicken', 'Firewood smoke, quarter chicken'),
        'Size: Regular +0 | Large +1000; Extras (any): Fried plantain +500 | Moin moin +600 | Coleslaw +300 | ' +
          'Extra chicken +1800',
      ),
      dish('Senate special', 4000, 'jollof-combo', 'Jollof, chicken, dodo, coleslaw and moin moin'),
      dish('Fried rice & turkey', 4200, 'fried-rice-turkey', 'Green, buttery, one big turkey wing'),
      dish('Half & half', 3200, 'fried-rice-chicken', 'Jollof and fried rice, let them settle it'),
      choices(
        dish('Jollof & beef', 2600, 'jollof-beef', 'Tender beef from the stew'),
        'Size: Regular +0 | Large +800; Extras (up to 3): Fried plantain +500 | Boiled egg +300 | Coleslaw +300 | ' +
          'Moin moin +600',
      ),
      dish('Coconut rice & fish', 3400, 'coconut-rice', 'Creamy, peppery, a little sweet'),
      dish('Rice & chicken sauce', 3000, 'rice-sauce', 'Sweet pepper sauce over white rice'),
    ],
    Sides: [
      dish('Dodo', 700, 'plantain'),
      dish('Coleslaw', 600, 'salad', 'Cold, creamy, crunchy'),
      dish('Moin moin', 700, 'moin-moin', 'Steamed in leaves, egg inside'),
      soldOut(dish('Extra turkey', 2800, 'turkey', 'Fried twice for the crunch')),
      dish('Extra chicken', 1800, 'grilled-chicken', 'Grilled quarter'),
    ],
    Drinks: [
      dish('Chapman', 1500, 'chapman', 'Our bartender studied Chemistry'),
      dish('Soft drink (50 cl)', 600, null),
    ],
  }),
}

const lecture_free: DemoVendor = {
  key: 'lecture-free-cafe',
  name: 'Lecture Free Café',
  email: 'lecture-free-cafe@example.com',
  category: 'Café',
  landmark: 'FUTA Main Gate',
  latitude: 7.30297,
  longitude: 5.13141,
  address: 'Beside the bookshop, FUTA Main Gate, Akure',
  phone: '07055550132',
  description: 'Coffee, sockets and quiet corners. Order in when the lecturer does not show up.',
  hours: everyDay('07:00', '22:00'),
  preparation_minutes: 10,
  delivery_time: '15-25 min',
  rating: 4.5,
  picture: 'vendors/lecture-free-cafe',
  status: 'Active',
  bank: bankAccount('Access', '070555501', 'LECTURE FREE CAFE'),
  dishes: menu({
    'Hot drinks': [
      dish('Cappuccino', 1800, 'coffee', 'Beans from the Mambilla Plateau'),
      dish('Hot chocolate', 1500, 'chocolate-drink', 'Ondo cocoa, our home crop'),
      dish('Ginger lemon tea', 1000, 'tea', 'For the cough from the AC lab'),
    ],
    'Cold drinks': [
      dish('Iced coffee', 1900, 'iced-coffee', 'For the afternoon class after jollof'),
      dish('Vanilla milkshake', 2500, 'milkshake', 'Two scoops, real milk'),
      dish('Chocolate shake', 2700, 'chocolate-shake', 'Dark cocoa, vanilla ice cream'),
    ],
    Food: [
      dish('Club sandwich', 3000, 'sandwich', 'Chicken, egg, bacon, three floors high'),
      dish('Chicken salad', 3200, 'salad-chicken', 'Sweetcorn, egg, our salad cream'),
      dish('Avocado toast', 2300, 'avocado-toast', 'Chilli flakes and a soft egg'),
      dish('Full breakfast plate', 3800, 'pancakes-full', 'Pancakes, eggs, sausage, coffee'),
      dish('Spaghetti bolognese', 3000, 'spaghetti', 'Minced beef, slow tomato sauce'),
    ],
    Bakes: [
      dish('Butter croissant', 1500, 'croissant', 'Flaky, all over your laptop'),
      dish('Banana bread slice', 900, 'banana-bread', 'Baked with bananas past their best'),
      dish('Red velvet slice', 1800, 'red-velvet', 'Cream cheese icing'),
      dish('Cookies (3)', 1200, 'cookies', 'Baked at eleven every morning'),
    ],
  }),
}

const mai_shayi: DemoVendor = {
  key: 'mai-shayi-24',
  name: 'Mai Shayi 24 Hours',
  email: 'mai-shayi-24@example.com',
  category: 'Tea & eggs',
  landmark: 'FUTA Main Gate',
  latitude: 7.30422,
  longitude: 5.13178,
  address: 'The blue umbrella by the FUTA Main Gate bus stop, Akure',
  phone: '08105550133',
  description: 'Tea poured from shoulder height, eggs fried with everything inside. Aboki never sleeps.',
  hours: around_the_clock,
  preparation_minutes: 8,
  delivery_time: '15-25 min',
  rating: 4.6,
  picture: 'vendors/mai-shayi-24',
  status: 'Active',
  bank: bankAccount('OPay', '810555013', 'IBRAHIM GARBA YUSUF'),
  dishes: menu({
    'Tea & bread': [
      dish('Shayi & bread', 900, 'tea', 'Ginger tea with milk, half a loaf'),
      dish('Bread & egg', 1400, 'bread-egg', 'Two eggs, tomato, onion, folded in'),
      dish('Chocolate tea', 800, 'chocolate-drink', 'Plenty milk, do not wear white'),
      dish('Toast & egg special', 1800, 'sandwich', 'Sardine, egg and cabbage, pressed hot'),
    ],
    Noodles: [
      choices(
        dish('Noodles & 2 eggs', 1500, 'noodles-egg', 'Turned in one pan with fresh pepper'),
        'Pepper: Mild +0 | Medium +0 | Very hot +0; Extras (up to 3): Third egg +250 | Sausage +400 | Sardine +800 ' +
          '| Fried bread +300',
      ),
      dish('Aboki combo', 2200, 'noodles-combo', 'Noodles, egg, sausage and fried bread'),
      dish('Noodles & suya', 2500, 'noodles-suya', 'Suya from the stand opposite'),
    ],
    Extras: [
      dish('Fried eggs (2)', 700, 'egg'),
      dish('Boiled eggs (2)', 600, 'boiled-eggs'),
      dish('Masa (4)', 800, 'masa', 'From Hajiya next door, mornings only'),
      dish('Fura da nono', 900, 'fura', 'Cold, sour, filling'),
      dish('Kunu (50 cl)', 500, 'kunu'),
    ],
  }),
}

const smallie_chops: DemoVendor = {
  key: 'smallie-chops',
  name: 'Smallie Chops',
  email: 'smallie-chops@example.com',
  category: 'Small chops',
  landmark: 'FUTA Main Gate',
  latitude: 7.30265,
  longitude: 5.13268,
  address: '3 Staff Quarters Road, off FUTA Main Gate, Akure',
  phone: '08145550134',
  description: 'Birthday, sign-out or just Tuesday: small chops by the plate or the tray, fried after you pay.',
  hours: everyDay('08:00', '21:30'),
  preparation_minutes: 18,
  delivery_time: '20-35 min',
  rating: 4.4,
  picture: 'vendors/smallie-chops',
  status: 'Active',
  bank: bankAccount('Fidelity', '608145550', 'SMALLIE CHOPS ENTERPRISES'),
  dishes: menu({
    Plates: [
      dish('Small chops plate', 2000, 'small-chops', '5 puff-puff, 2 samosa, 2 spring rolls'),
      dish('Chops & chicken box', 3500, 'small-chops-box', 'The plate above plus peppered chicken'),
      dish('Party tray (20 people)', 28000, 'small-chops-2', 'Order a few hours ahead, please'),
      dish('Meat lovers plate', 3800, 'chicken-suya', 'Gizzard, chicken wings and suya sticks'),
    ],
    'By the piece': [
      dish('Puff-puff (10)', 800, 'puff-puff', 'Round, hot, dusted with sugar'),
      dish('Samosa (4)', 1200, 'samosa', 'Minced beef and green peas'),
      dish('Spring rolls (4)', 1200, 'spring-rolls', 'Cabbage, carrot, chicken'),
      dish('Peppered gizzard', 1800, 'gizzard', 'Small stick, big pepper'),
      dish('Fried prawns in batter (6)', 2800, 'prawns', 'Light batter, sweet chilli dip'),
      dish('Mini meat pies (4)', 1600, 'meat-pie', 'Two bites each'),
      dish('Peppered chicken (3)', 2400, 'fried-chicken', 'Fried, then tossed in ata rodo'),
    ],
    Drinks: [
      dish('Zobo (50 cl)', 500, 'zobo-single', 'Cold from the cooler'),
      dish('Chapman', 1400, 'chapman', 'Fizzy, red, with cucumber'),
    ],
  }),
}

const burger_dey: DemoVendor = {
  key: 'burger-dey',
  name: 'Burger Dey',
  email: 'burger-dey@example.com',
  category: 'Burgers & fries',
  landmark: 'FUTA Main Gate',
  latitude: 7.30451,
  longitude: 5.13342,
  address: 'Food court, Heritage Mall road, FUTA Main Gate, Akure',
  phone: '08155550135',
  description: 'You ask if burger dey, burger dey. Smashed patties, soft buns and suya mayo.',
  hours: lateWeekend('10:00', '23:00', '01:00'),
  preparation_minutes: 15,
  delivery_time: '20-30 min',
  rating: 4.3,
  picture: 'vendors/burger-dey',
  status: 'Active',
  bank: bankAccount('FCMB', '381555501', 'BURGER DEY NIG LTD'),
  dishes: menu({
    Burgers: [
      choices(
        dish('Classic beef burger', 3200, 'burger', 'One smashed patty, cheese, pickles'),
        'Patties: One +0 | Two +1400; Extras (any): Cheese +400 | Fried egg +300 | Bacon +700; Side (up to 1): ' +
          'Chips +900 | Sweet plantain +600',
      ),
      dish('Double trouble', 4800, 'burger-fries', 'Two patties, two cheeses, chips'),
      dish('Suya burger', 3800, 'burger-2', 'Suya-spiced beef and onions'),
      choices(
        dish('Crispy chicken burger', 3500, 'burger-fries-2', 'Buttermilk chicken and slaw'),
        'Extras (any): Cheese +400 | Fried egg +300 | Jalapeños +200; Side (up to 1): Chips +900 | Sweet plantain +600',
      ),
      soldOut(dish('Dodo veggie burger', 2800, 'burger-3', 'Bean patty and sweet plantain')),
    ],
    'Not burgers': [
      dish('Hot dog', 1800, 'hot-dog', 'Beef frank, mustard, crispy onions'),
      dish('Chicken wrap', 3000, 'shawarma', 'Soft wrap, crispy strips, honey mustard'),
      dish('Beef tacos (2)', 3400, 'taco', 'Pepper salsa and avocado'),
      dish('Fried chicken (3 pieces)', 3600, 'fried-chicken', 'Crunch you can hear in the next room'),
    ],
    'Fries & drinks': [
      dish('Fries', 1500, 'fries', 'Thin cut, double fried'),
      dish('Loaded fries', 3000, 'loaded-fries', 'Suya beef, cheese, jalapeño'),
      dish('Milkshake', 2500, 'milkshake', 'Vanilla, strawberry or chocolate'),
      dish('Soft drink (50 cl)', 600, 'soft-drink'),
      dish('Bottled water (75 cl)', 300, null),
    ],
  }),
}

export const main_gate_vendors: readonly DemoVendor[] = [
  jollof_senate,
  lecture_free,
  mai_shayi,
  smallie_chops,
  burger_dey,
]
