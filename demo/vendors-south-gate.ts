import { bankAccount } from './bank-account.ts'
import type { DemoVendor } from './demo-vendor.ts'
import { dish, menu, soldOut } from './menu.ts'
import { around_the_clock, everyDay, lateWeekend, weekHours } from './week-hours.ts'

const ofada_palace: DemoVendor = {
  key: 'ofada-palace',
  name: 'Ofada Palace',
  email: 'ofada-palace@example.com',
  category: 'Local rice',
  landmark: 'FUTA South Gate',
  latitude: 7.29342,
  longitude: 5.14921,
  address: '5 Obakekere Street, near FUTA South Gate, Akure',
  phone: '08025550121',
  description: 'Unpolished rice, green pepper sauce and leaves instead of plates. The aroma is free.',
  hours: weekHours(
    [{ opens: '08:00', closes: '22:00' }],
    [{ opens: '08:00', closes: '22:00' }],
    [{ opens: '12:00', closes: '21:30' }],
  ),
  preparation_minutes: 12,
  delivery_time: '25-35 min',
  rating: 4.7,
  picture: 'vendors/ofada-palace',
  status: 'Active',
  bank: bankAccount('Wema', '025550121', 'OMOLARA YETUNDE FALANA'),
  dishes: menu({
    Ofada: [
      dish('Ofada & ayamase', 2800, 'ofada', 'Served in leaf with egg, ponmo and shaki'),
      dish('Ofada & red sauce', 2500, 'white-rice-stew', 'For people who fear green pepper'),
      dish('Ofada king size', 4200, 'ofada-2', 'Everything in the pot, plus dodo'),
      dish('Ayamase bowl', 2000, 'ayamase', 'Just the sauce, family size'),
    ],
    'More rice': [
      dish('Coconut rice & prawns', 3800, 'coconut-rice', 'Sunday rice, any day of the week'),
      dish('Palm oil jollof (native)', 2600, 'jollof-fish', 'Iru, smoked fish and crayfish'),
      dish('Rice & beans with dodo', 1900, 'rice-beans', 'Ofada beans, local rice, ripe dodo'),
    ],
    Sides: [
      dish('Dodo', 700, 'plantain', 'Fried when you order'),
      dish('Moin moin elewe', 800, 'moin-moin', 'Seven lives: egg, fish, corned beef, liver'),
      dish('Goat meat', 1500, 'goat-meat'),
      dish('Boiled eggs (2)', 600, null),
    ],
    Drinks: [
      dish('Palm wine (50 cl)', 1000, 'palm-wine', 'Tapped this morning in Ijare'),
      dish('Zobo (50 cl)', 500, 'zobo-single'),
    ],
  }),
}

const calabar_pot: DemoVendor = {
  key: 'calabar-pot',
  name: 'Calabar Pot',
  email: 'calabar-pot@example.com',
  category: 'Seafood & pepper soup',
  landmark: 'FUTA South Gate',
  latitude: 7.29187,
  longitude: 5.15042,
  address: '21 Ondo Road bypass, 200 m from FUTA South Gate, Akure',
  phone: '08075550122',
  description: 'Pepper soup that clears your chest and your problems. Fresh catfish from our own pond.',
  hours: lateWeekend('11:00', '00:00', '02:00'),
  preparation_minutes: 20,
  delivery_time: '25-35 min',
  rating: 4.6,
  picture: 'vendors/calabar-pot',
  status: 'Active',
  bank: bankAccount('UBA', '207555012', 'EKAETTE BASSEY EDEM'),
  dishes: menu({
    'Pepper soup': [
      dish('Catfish pepper soup', 3500, 'catfish-pepper-soup', 'Point-and-kill, scent leaf, plenty broth'),
      dish('Goat meat pepper soup', 3000, 'pepper-soup', 'Soft goat, utazi and ehuru'),
      dish('Chicken pepper soup', 2800, 'chicken-pepper-soup', 'For catarrh and heartbreak'),
      dish('Seafood pot for two', 7500, 'seafood-pot', 'Prawns, crab, fish and periwinkle'),
    ],
    'From the water': [
      dish('Grilled croaker & chips', 6500, 'grilled-fish-chips', 'Whole fish, pepper sauce, hot chips'),
      dish('Peppered prawns', 4500, 'prawns', 'Eight big ones, lick your fingers'),
      soldOut(dish('Steamed crab', 4000, 'crab', 'Weekends only, when the boat comes')),
      dish('Fried fish & dodo', 3200, 'grilled-fish', 'Croaker steak, sweet plantain'),
    ],
    'Soup & swallow': [
      dish('Afang & fufu', 3000, 'fufu-soup', 'Okazi leaf, waterleaf, periwinkle'),
      dish('Edikang ikong & pounded yam', 3400, 'pounded-efo', 'Two vegetables, four proteins'),
      dish('Seafood okra & wheat', 3600, 'wheat-okra', 'Draws properly'),
    ],
    Drinks: [
      dish('Chapman jug', 3000, 'chapman-pair', 'Enough for two, or one thirsty person'),
      dish('Cold malt', 800, 'malt'),
    ],
  }),
}

const slice_district: DemoVendor = {
  key: 'slice-district',
  name: 'Slice District',
  email: 'slice-district@example.com',
  category: 'Pizza',
  landmark: 'FUTA South Gate',
  latitude: 7.29415,
  longitude: 5.15083,
  address: 'Block B, Unity Shopping Complex, FUTA South Gate, Akure',
  phone: '08125550123',
  description: 'Stone-baked pizza with Naija toppings. Buy by the slice or carry the whole box to the hostel.',
  hours: everyDay('09:00', '22:30'),
  preparation_minutes: 20,
  delivery_time: '25-35 min',
  rating: 4.3,
  picture: 'vendors/slice-district',
  status: 'Active',
  bank: bankAccount('Access', '081255501', 'SLICE DISTRICT FOODS LTD'),
  dishes: menu({
    Pizza: [
      dish('Suya pizza (10")', 6500, 'pizza-suya', 'Beef suya, red onion, yaji honey'),
      dish('Chicken & sweetcorn (10")', 6000, 'pizza-double', 'The one everybody agrees on'),
      dish('Pepperoni (10")', 6800, 'pizza', 'Plenty cheese, plenty pepperoni'),
      dish('Garden pizza (10")', 5500, 'pizza-veg', 'Mushroom, green pepper, olives'),
      dish('Prawn & garlic (10")', 8500, 'pizza-seafood', 'White sauce, parsley, lime'),
      dish('Chicken & pineapple (10")', 6200, 'pizza-pineapple', 'Yes, pineapple. Argue with your roommate'),
      dish('Party box (3 pizzas)', 17500, 'pizza-feast', 'Any three, for project defence day'),
    ],
    'By the slice': [
      dish('Slice of the day', 1400, 'pizza-2', 'Ask what is hot'),
      dish('Two slices & drink', 3000, 'pizza-double-2', 'Lunch between two lectures'),
    ],
    Sides: [
      dish('Garlic bread', 1500, 'baguette', 'Butter, parsley, too much garlic'),
      dish('Chicken wings (6)', 3500, 'fried-chicken', 'Sticky, peppery, gone'),
      dish('Green salad', 1800, 'salad', 'Cucumber, lettuce, olives'),
    ],
    Drinks: [dish('Soft drink (50 cl)', 600, 'soft-drink'), dish('Bottled water (75 cl)', 300, null)],
  }),
}

const obakekere_kitchen: DemoVendor = {
  key: 'obakekere-kitchen',
  name: 'Obakekere Kitchen',
  email: 'obakekere-kitchen@example.com',
  category: 'Buka',
  landmark: 'FUTA South Gate',
  latitude: 7.29246,
  longitude: 5.14854,
  address: '9 Obakekere Street, FUTA South Gate, Akure',
  phone: '07065550124',
  description: 'Day and night buka. The pot is always on and the auntie at the counter knows your order.',
  hours: around_the_clock,
  preparation_minutes: 10,
  delivery_time: '20-30 min',
  rating: 4.2,
  picture: 'vendors/obakekere-kitchen',
  status: 'Active',
  bank: bankAccount('Polaris', '407065501', 'OBAKEKERE KITCHEN'),
  dishes: menu({
    Rice: [
      dish('Jollof rice & beef', 2300, 'jollof-beef', 'Night-bus portion at any hour'),
      dish('Fried rice & chicken', 3000, 'fried-rice-chicken', 'Liver, carrots, green peas, one lap'),
      dish('White rice & ofe akwu', 2400, 'white-rice-stew', 'Banga stew with scent leaf'),
    ],
    Swallow: [
      dish('Eba & egusi with meat', 2200, 'eba-egusi', 'Two wraps, thick soup'),
      dish('Semo & ogbono', 2200, 'semo-ogbono', 'Draw soup that behaves'),
      dish('Amala & ewedu with fish', 2300, 'amala-ewedu', 'Titus instead of beef'),
      dish('Poundo & vegetable', 2500, 'pounded-egusi', 'Efo elegusi, the best of both'),
    ],
    Breakfast: [
      dish('Bread & fried eggs', 1500, 'bread-egg', 'Three eggs, onions, one small loaf'),
      dish('Beans & bread', 1300, 'beans-bread', 'Starts your day at 5 am'),
      dish('Yam & egg sauce', 1900, 'yam-egg', 'Puna yam, three eggs, fresh tomato'),
    ],
    Extras: [
      dish('Turkey', 2500, 'turkey', 'Fried wing, dipped in stew'),
      dish('Fried fish', 1300, 'fried-fish'),
      dish('Dodo', 700, 'plantain'),
      dish('Tea (milk & sugar)', 600, 'tea', 'Very hot, very sweet'),
    ],
  }),
}

const green_spoon: DemoVendor = {
  key: 'green-spoon',
  name: 'Green Spoon',
  email: 'green-spoon@example.com',
  category: 'Vegetarian',
  landmark: 'FUTA South Gate',
  latitude: 7.29508,
  longitude: 5.14932,
  address: 'Inside the Agric Road garden, FUTA South Gate, Akure',
  phone: '09095550125',
  description: 'No meat, no fish, no lecture about it. Nigerian vegetables cooked like they matter.',
  hours: everyDay('08:00', '21:30'),
  preparation_minutes: 12,
  delivery_time: '20-30 min',
  rating: 4.4,
  picture: 'vendors/green-spoon',
  status: 'Active',
  bank: bankAccount('Sterling', '009095550', 'GREEN SPOON KITCHEN'),
  dishes: menu({
    Mains: [
      dish('Mushroom jollof', 2400, 'mushroom', 'Smoked oyster mushroom where the meat was'),
      dish('Garden fried rice', 2200, 'fried-rice', 'Green peas, sweetcorn, spring onion'),
      dish('Stir-fried vegetables', 2000, 'vegetable-stir', 'Broccoli, carrots, ginger and soy'),
      dish('Beans & plantain pot', 1700, 'beans-plantain', 'Honey beans, red oil, ripe dodo'),
      dish('Efo riro, no meat', 1500, 'efo-riro', 'Iru does all the talking'),
      dish('Plain jollof rice', 1600, 'jollof', 'All tomato, thyme and smoke'),
    ],
    'Light bites': [
      dish('Avocado toast & egg', 2200, 'avocado-toast', 'Ogbomoso avocado, chilli, lime'),
      dish('Garden salad', 1800, 'salad', 'Washed twice, dressed once'),
      dish('Vegetable spring rolls (4)', 1200, 'spring-rolls', 'Cabbage, carrot, ginger'),
      dish('Moin moin', 600, 'moin-moin-single', 'No egg, no fish, all bean'),
    ],
    Drinks: [
      dish('Green smoothie', 2200, 'smoothie-green', 'Ugu, cucumber, pineapple'),
      dish('Coconut water', 1200, 'coconut-water', 'Opened when you order'),
    ],
  }),
}

const iya_akara: DemoVendor = {
  key: 'iya-akara-corner',
  name: 'Iya Akara Corner',
  email: 'iya-akara-corner@example.com',
  category: 'Breakfast',
  landmark: 'FUTA South Gate',
  latitude: 7.29221,
  longitude: 5.15012,
  address: 'Under the almond tree, FUTA South Gate, Akure',
  phone: '08085550126',
  description: 'Akara that drops into hot oil when you drop your order. Comes back in the evening for night snacks.',
  hours: weekHours(
    [
      { opens: '06:00', closes: '12:00' },
      { opens: '16:00', closes: '22:00' },
    ],
    [{ opens: '06:00', closes: '22:00' }],
    [{ opens: '06:30', closes: '12:30' }],
  ),
  preparation_minutes: 8,
  delivery_time: '15-25 min',
  rating: 4.9,
  picture: 'vendors/iya-akara-corner',
  status: 'Active',
  bank: bankAccount('PalmPay', '808555012', 'RISIKAT ABENI LAWAL'),
  dishes: menu({
    Akara: [
      dish('Akara (10 pieces)', 1000, 'akara', 'Crispy shell, fluffy inside, one pepper waiting'),
      dish('Akara & bread', 1200, 'akara-bread', 'Six balls pressed into soft Agege'),
      dish('Akara & pap', 1300, 'akara-pap', 'Hot ogi, white or brown'),
      dish('Akara & fries', 1800, 'fries', 'Ten balls and a handful of dundun'),
    ],
    'Moin moin & pap': [
      dish('Moin moin', 600, 'moin-moin', 'Steamed in leaves since 4 am'),
      dish('Moin moin & pap', 1100, 'moin-moin-pap', 'The exam-morning combination'),
      dish('Hot pap (ogi)', 500, 'oats', 'Milk and sugar on the side'),
    ],
    Snacks: [
      dish('Puff-puff (10)', 700, 'puff-puff', 'The 4 pm batch is the best'),
      dish('Buns (5)', 700, 'buns', 'Crunchy outside, nutmeg inside'),
      dish('Fried yam & pepper', 1000, 'fries-2', 'Dundun with ata dindin'),
      dish('Hot tea', 500, null),
    ],
  }),
}

export const south_gate_vendors: readonly DemoVendor[] = [
  ofada_palace,
  calabar_pot,
  slice_district,
  obakekere_kitchen,
  green_spoon,
  iya_akara,
]
