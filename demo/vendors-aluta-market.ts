import { bankAccount } from './bank-account.ts'
import type { DemoVendor } from './demo-vendor.ts'
import { choices, dish, menu, soldOut } from './menu.ts'
import { around_the_clock, closedOnSunday, everyDay } from './week-hours.ts'

const aluta_buka: DemoVendor = {
  key: 'aluta-buka',
  name: 'Aluta Continua Buka',
  email: 'aluta-buka@example.com',
  category: 'Buka',
  landmark: 'Aluta Market',
  latitude: 7.29887,
  longitude: 5.14376,
  address: 'Stalls 1-3, Aluta Market, FUTA, Akure',
  phone: '08055550161',
  description: 'The struggle continues, but not on an empty stomach. Student prices, day and night.',
  hours: around_the_clock,
  preparation_minutes: 8,
  delivery_time: '15-25 min',
  rating: 4.1,
  picture: 'vendors/aluta-buka',
  status: 'Active',
  bank: bankAccount('PalmPay', '805555016', 'KEHINDE SAMUEL OJO'),
  dishes: menu({
    'Student plates': [
      dish('Rice, beans & egg', 1300, 'rice-beans', 'The week-before-allowance special'),
      dish('Jollof & boiled egg', 1400, 'jollof', 'Two spoons, one egg, no shame'),
      dish('Rice & stew with fish', 1700, 'white-rice-stew', 'Fried titus in red stew'),
      dish('Fried rice & chicken', 2800, 'fried-rice-chicken', 'For when the alert has landed'),
      dish('Spaghetti & egg', 1500, 'spaghetti', 'Jollof style'),
    ],
    Swallow: [
      dish('Eba & efo riro', 1600, 'pounded-efo', 'Two big wraps'),
      dish('Amala & gbegiri', 1500, 'amala-gbegiri', 'Two wraps, bean soup, red stew'),
      dish('Fufu & egusi', 1600, 'eba-egusi', 'Lafun on request'),
    ],
    Extras: [
      dish('Fried fish', 1000, 'fried-fish', 'Small titus, big flavour'),
      dish('Beef', 600, 'beef', 'One piece, well fried'),
      dish('Boiled egg', 300, null),
      dish('Ponmo (3)', 500, null),
      dish('Dodo', 600, 'plantain', 'Small money, big plate'),
      dish('Bottled water (75 cl)', 250, 'water'),
    ],
  }),
}

const puff_puff_papa: DemoVendor = {
  key: 'puff-puff-papa',
  name: 'Puff-Puff Papa',
  email: 'puff-puff-papa@example.com',
  category: 'Snacks',
  landmark: 'Aluta Market',
  latitude: 7.29931,
  longitude: 5.14462,
  address: 'The yellow stand beside Aluta Market car park, FUTA, Akure',
  phone: '08115550162',
  description: 'Papa has fried puff-puff here since diploma days. Ten in a nylon, two more for your smile.',
  hours: everyDay('07:00', '21:30'),
  preparation_minutes: 6,
  delivery_time: '15-20 min',
  rating: 4.8,
  picture: 'vendors/puff-puff-papa',
  status: 'Active',
  bank: bankAccount('OPay', '811555016', 'SUNDAY OLATUNJI ADEWALE'),
  dishes: menu({
    Fried: [
      dish('Puff-puff (10)', 700, 'puff-puff', 'Plain, sweet, still too hot'),
      dish('Peppered puff-puff (10)', 900, 'puff-puff-cup', 'Fresh pepper in the batter'),
      dish('Milky puff-puff (10)', 1000, 'puff-puff-2', 'Condensed milk on top, spoon included'),
      dish('Buns (5)', 700, 'buns', 'Hard outside, soft inside'),
      dish('Egg roll', 600, 'sausage-roll'),
      dish('Fish roll', 500, 'spring-rolls', 'Titus inside, crunch outside'),
      dish('Yamarita', 1500, 'fries', 'Yam in egg batter, pepper sauce'),
      dish('Akara (10)', 1000, 'akara', 'Evenings only'),
    ],
    Baked: [
      dish('Meat pie', 800, 'meat-pie', 'Flaky, peppery, plenty filling'),
      dish('Chicken pie', 1000, 'chicken-pie', 'Baked at 6 am and at 2 pm'),
    ],
    Drinks: [
      dish('Zobo (35 cl)', 400, 'zobo-single'),
      dish('Soft drink (50 cl)', 600, 'soft-drink'),
      dish('Sachet water (2)', 100, null),
    ],
  }),
}

const mama_ibeji: DemoVendor = {
  key: 'mama-ibeji-pounded-yam',
  name: 'Mama Ibeji Pounded Yam',
  email: 'mama-ibeji-pounded-yam@example.com',
  category: 'Pounded yam',
  landmark: 'Aluta Market',
  latitude: 7.29812,
  longitude: 5.14421,
  address: 'Stall 31, back row, Aluta Market, FUTA, Akure',
  phone: '07015550163',
  description: 'Ekiti-style pounded yam by the twins and their mother. White, smooth, no lumps, no machine.',
  hours: closedOnSunday('09:00', '21:30'),
  preparation_minutes: 15,
  delivery_time: '20-35 min',
  rating: 4.7,
  picture: null,
  status: 'Active',
  bank: bankAccount('Access', '070155501', 'TAIWO OMOLOLA ARIYO'),
  dishes: menu({
    'Pounded yam': [
      choices(
        dish('Pounded yam & egusi', 2800, 'pounded-egusi', 'Egusi with stockfish and bitter leaf'),
        'Protein: Beef +0 | Goat meat +500 | Panla fish +600 | Bush meat +1700; Extra wrap (any): One more wrap +700',
      ),
      dish('Pounded yam & efo riro', 2800, 'pounded-efo', 'Shoko leaf, iru, smoked panla'),
      dish('Pounded yam & ogbono', 2600, 'semo-ogbono', 'Draw soup, two beef, one wrap'),
      dish('Pounded yam & bush meat', 4500, 'amala-full', 'Grasscutter when the hunter comes'),
      dish('Extra pounded yam', 700, 'pounded-plain', 'One fist-size wrap'),
    ],
    Soups: [
      dish('Egusi bowl', 1500, 'egusi', 'Soup alone, take it home'),
      dish('Efo riro bowl', 1500, 'efo-riro'),
      dish('Okra & ewedu bowl', 1000, 'ewedu', 'Half and half'),
      dish('Stew with assorted', 2000, 'stew', 'Ata dindin with orisirisi'),
    ],
    'Meat & fish': [
      soldOut(dish('Bush meat', 2500, 'beef', 'One piece, very smoky')),
      dish('Catfish', 2000, 'fried-fish', 'Smoked first, then stewed'),
      dish('Goat meat', 1500, null),
    ],
    Drinks: [dish('Palm wine (50 cl)', 1000, 'palm-wine', 'The only correct drink for this')],
  }),
}

const ayo_chicken: DemoVendor = {
  key: 'crispy-ayo',
  name: 'Crispy Ayo',
  email: 'crispy-ayo@example.com',
  category: 'Fried chicken',
  landmark: 'Aluta Market',
  latitude: 7.30006,
  longitude: 5.14352,
  address: 'New block, Aluta Market extension, FUTA, Akure',
  phone: '07085550164',
  description: 'New on campus. Chicken marinated overnight, fried in small batches, served with real pepper.',
  hours: everyDay('08:00', '23:00'),
  preparation_minutes: 18,
  delivery_time: '20-30 min',
  rating: null,
  picture: 'vendors/crispy-ayo',
  status: 'Active',
  bank: bankAccount('Moniepoint', '527085501', 'AYOMIDE DAVID OGUNLEYE'),
  dishes: menu({
    Chicken: [
      choices(
        dish('2 pieces & fries', 3200, 'shawarma-fries', 'Lap and wing, thin fries'),
        'Spice: Plain +0 | Peppered +0 | Extra hot +0; Dips (up to 2): Ketchup +0 | Garlic mayo +200 | Pepper ' +
          'sauce +200',
      ),
      dish('5-piece bucket', 6500, 'fried-chicken', 'For roommates in agreement'),
      dish('Peppered wings (6)', 3500, 'grilled-chicken', 'Sweet, then violent'),
      dish('Chicken burger', 3400, 'burger', 'Thigh fillet, slaw, pickles'),
      dish('Chicken & waffle', 3900, 'waffle-chicken', 'Weekend brunch, any day'),
    ],
    'With rice': [
      dish('Jollof & 1 piece', 2800, 'jollof-chicken', 'Smoky rice, your choice of piece'),
      dish('Fried rice & 2 pieces', 4000, 'fried-rice-chicken', 'The full plate'),
    ],
    Sides: [
      dish('Fries', 1400, 'fries', 'Tossed in pepper salt'),
      dish('Coleslaw', 600, 'salad', 'Made every morning'),
      dish('Corn on the cob', 700, 'corn-single', 'Buttered and salted'),
      dish('Chapman', 1400, 'chapman', 'Fizzy, red, with cucumber'),
      dish('Pepper dip', 200, null),
    ],
  }),
}

const old_hall_canteen: DemoVendor = {
  key: 'old-hall-canteen',
  name: 'Old Hall Canteen',
  email: 'old-hall-canteen@example.com',
  category: 'Canteen',
  landmark: 'Aluta Market',
  latitude: 7.29979,
  longitude: 5.14533,
  address: 'Behind the old lecture hall, near Aluta Market, FUTA, Akure',
  phone: '07055550165',
  description: 'Closed for renovation this session.',
  hours: closedOnSunday('08:00', '18:00'),
  preparation_minutes: 10,
  delivery_time: '20-30 min',
  rating: 3.6,
  picture: null,
  status: 'Inactive',
  bank: bankAccount('Polaris', '407055501', 'OLD HALL CANTEEN'),
  dishes: menu({
    Rice: [
      dish('Rice & stew', 1200, 'white-rice-stew', 'Canteen portion'),
      dish('Jollof rice', 1300, 'jollof'),
      dish('Rice & beans', 1200, 'rice-beans'),
      dish('Ofada rice', 2000, 'ofada'),
    ],
    Swallow: [
      dish('Eba & egusi', 1400, 'eba-egusi', 'Two wraps, one beef'),
      dish('Amala & ewedu', 1400, 'amala-ewedu'),
    ],
    Extras: [dish('Boiled egg', 250, null), dish('Beef', 500, null)],
  }),
}

export const aluta_market_vendors: readonly DemoVendor[] = [
  aluta_buka,
  puff_puff_papa,
  mama_ibeji,
  ayo_chicken,
  old_hall_canteen,
]
