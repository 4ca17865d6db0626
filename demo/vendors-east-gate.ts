import { bankAccount } from './bank-account.ts'
import type { DemoVendor } from './demo-vendor.ts'
import { choices, dish, menu, soldOut } from './menu.ts'
import { around_the_clock, closedOnSunday, everyDay, lateWeekend } from './week-hours.ts'

const arewa_kitchen: DemoVendor = {
  key: 'arewa-kitchen',
  name: 'Arewa Kitchen',
  email: 'arewa-kitchen@example.com',
  category: 'Northern kitchen',
  landmark: 'FUTA East Gate',
  latitude: 7.30147,
  longitude: 5.14862,
  address: 'Opposite the mosque, FUTA East Gate, Akure',
  phone: '08165550141',
  description: 'Tuwo, masa and miyan kuka the way Hajiya makes them in Zaria. Come hungry, leave quiet.',
  hours: everyDay('07:30', '22:00'),
  preparation_minutes: 14,
  delivery_time: '20-30 min',
  rating: 4.6,
  picture: 'vendors/arewa-kitchen',
  status: 'Active',
  bank: bankAccount('Jaiz', '000816555', 'HAUWA ABUBAKAR BELLO'),
  dishes: menu({
    Tuwo: [
      dish('Tuwo shinkafa & miyan kuka', 1900, 'tuwo', 'Soft rice swallow, baobab leaf soup'),
      dish('Tuwo & miyan taushe', 2100, 'semo-ogbono', 'Pumpkin soup with groundnut'),
      dish('Semo & miyan kubewa', 1900, 'wheat-okra', 'Dried okra, lots of beef'),
    ],
    Rice: [
      dish('Dafa duka', 2000, 'jollof-beef', 'Northern jollof with goat and cabbage'),
      dish('Waake & mai da yaji', 1500, 'rice-beans', 'Rice and beans, oil and pepper, lettuce'),
      dish('Dambun shinkafa', 1800, 'fried-rice', 'Steamed broken rice with moringa'),
    ],
    'Masa & meat': [
      choices(
        dish('Masa & suya', 2600, 'masa-suya', 'Four masa, three sticks'),
        'Suya: Beef +0 | Chicken +600 | Ram +800; Extra yaji (any): More yaji +0 | Honey +300',
      ),
      dish('Masa (6)', 1200, 'masa', 'With honey or taushe, you choose'),
      dish('Kilishi', 2500, 'kilishi', 'From Kano, by night bus'),
      dish('Ram pepper soup', 2800, 'pepper-soup', 'Friday special, all week'),
      dish('Grilled ram leg', 4500, 'asun', 'Slow fire, plenty of yaji'),
    ],
    Drinks: [
      dish('Fura da nono', 1000, 'fura', 'Millet and fresh yoghurt, very cold'),
      dish('Kunu gyada', 700, 'kunu', 'Warm groundnut kunu'),
      dish('Zobo (50 cl)', 500, 'zobo'),
    ],
  }),
}

const boli_boys: DemoVendor = {
  key: 'boli-boys',
  name: 'Boli Boys',
  email: 'boli-boys@example.com',
  category: 'Roadside grill',
  landmark: 'FUTA East Gate',
  latitude: 7.30058,
  longitude: 5.14771,
  address: 'Under the flyover bend, FUTA East Gate, Akure',
  phone: '09035550142',
  description:
    'Two brothers, one grill. Boli, corn, yam and fish with the pepper sauce people beg us to bottle.',
  hours: closedOnSunday('10:00', '22:00'),
  preparation_minutes: 15,
  delivery_time: '20-30 min',
  rating: 4.5,
  picture: 'vendors/boli-boys',
  status: 'Active',
  bank: bankAccount('PalmPay', '903555014', 'TONYE DANIEL BRIGGS'),
  dishes: menu({
    'On the coals': [
      dish('Boli & groundnut', 800, 'boli', 'One fat plantain, one wrap of nuts'),
      choices(
        dish('Boli & fish', 2800, 'boli-fish', 'Port Harcourt style, palm-oil pepper sauce'),
        'Fish: Titus +0 | Croaker +900 | Tilapia +1500; Sauce: Palm-oil pepper +0 | Green pepper +0',
      ),
      dish('Roasted yam & sauce', 1500, 'yam-porridge', 'Smoky outside, soft inside'),
      dish('Roasted corn & coconut', 700, 'corn', 'July to October is the season'),
      dish('Boiled corn (2)', 600, 'corn-single', 'Tender, with coconut or butter'),
      dish('Grilled tilapia', 4500, 'fried-fish', 'Whole, stuffed with pepper and onions'),
      dish('Grilled chicken lap', 2200, 'grilled-chicken', 'Basted with pepper and lime'),
    ],
    Combos: [
      dish('Boli full house', 4200, 'grilled-fish', 'Boli, yam, half a fish, egg, sauce'),
      dish('Gizdodo bowl', 2600, 'gizzard', 'Gizzard and plantain in pepper sauce'),
    ],
    Extras: [
      dish('Extra pepper sauce', 300, null),
      dish('Roasted groundnuts', 300, 'groundnuts', 'Salted, one milk-tin measure'),
      dish('Soft drink (50 cl)', 600, 'soft-drink'),
    ],
  }),
}

const chop_life: DemoVendor = {
  key: 'chop-life-lounge',
  name: 'Chop Life Lounge',
  email: 'chop-life-lounge@example.com',
  category: 'Late-night grill',
  landmark: 'FUTA East Gate',
  latitude: 7.30212,
  longitude: 5.14913,
  address: '17 Oba-Ile Road, FUTA East Gate, Akure',
  phone: '08175550143',
  description:
    'After-party food with cold drinks and no noise complaint. We deliver until the generator goes off.',
  hours: lateWeekend('16:00', '03:00', '05:00'),
  preparation_minutes: 20,
  delivery_time: '25-35 min',
  rating: 4.1,
  picture: 'vendors/chop-life-lounge',
  status: 'Active',
  bank: bankAccount('Union', '008175550', 'CHOP LIFE HOSPITALITY'),
  dishes: menu({
    Grill: [
      dish('Asun platter', 4500, 'asun', 'Smoky goat, peppers, for two forks'),
      dish('Peppered turkey', 4200, 'turkey', 'Two wings fried, then drowned in sauce'),
      dish('Whole grilled catfish', 7500, 'grilled-fish', 'Comes with dodo and slaw'),
      dish('Nkwobi', 4000, 'stew', 'Cow foot in spiced palm oil, utazi on top'),
      dish('Chicken wings (8)', 4500, 'fried-chicken', 'Dry rub, pepper dip on the side'),
      dish('T-bone steak & chips', 6500, 'steak', 'Medium, unless you shout'),
    ],
    Soups: [
      dish('Point-and-kill', 4800, 'catfish-pepper-soup', 'Catfish pepper soup, white rice on the side'),
      dish('Goat pepper soup', 3500, 'pepper-soup', 'The hangover cure, hot'),
      dish('Isi ewu', 6000, 'goat-meat', 'Goat head for serious people'),
    ],
    Drinks: [
      dish('Chapman', 1800, 'chapman', 'The lounge recipe, bitters on top'),
      dish('Virgin pineapple punch', 2000, 'cocktail', 'No alcohol, all holiday'),
      dish('Cold malt', 900, 'malt'),
      dish('Bottled water (75 cl)', 400, null),
    ],
  }),
}

const nne_ukamaka: DemoVendor = {
  key: 'nne-ukamaka-pot',
  name: "Nne Ukamaka's Pot",
  email: 'nne-ukamaka-pot@example.com',
  category: 'Eastern kitchen',
  landmark: 'FUTA East Gate',
  latitude: 7.29991,
  longitude: 5.14829,
  address: '6 Amudipe Layout, FUTA East Gate, Akure',
  phone: '08065550144',
  description:
    'Ofe onugbu, abacha and ukwa from Mama Ukamaka. Igbo students come for lunch and stay for gist.',
  hours: everyDay('08:00', '21:30'),
  preparation_minutes: 15,
  delivery_time: '20-35 min',
  rating: 4.7,
  picture: null,
  status: 'Active',
  bank: bankAccount('Zenith', '208065550', 'UKAMAKA GRACE NWANKWO'),
  dishes: menu({
    'Soup & swallow': [
      dish('Ofe onugbu & fufu', 2600, 'fufu-soup', 'Bitter leaf washed seven times, cocoyam thick'),
      dish('Ofe oha & semo', 2800, 'semo-ogbono', 'Oha leaves torn by hand'),
      dish('Egusi & pounded yam', 2800, 'pounded-egusi', 'Fried egusi, stockfish, beef'),
      dish('Ofe nsala & catfish', 3600, 'catfish-pepper-soup', 'White soup, fresh catfish'),
      dish('Okra & garri', 2200, 'wheat-okra', 'Fresh okra, ogiri, yellow garri'),
    ],
    Specials: [
      dish('Abacha & ugba', 1800, 'abacha', 'African salad with fried fish and garden egg'),
      dish('Okpa', 600, 'moin-moin-single', 'Enugu breakfast, still hot in the leaf'),
      soldOut(dish('Ukwa', 2500, 'beans', 'Breadfruit porridge, when the season allows')),
      dish('Ji mmiri oku', 2600, 'pepper-soup', 'Yam pepper soup with dried fish'),
      dish('Jollof rice & goat', 3000, 'jollof-beef', 'Asaa-spiced goat on the side'),
    ],
    Extras: [
      dish('Stockfish', 1500, null),
      dish('Goat meat', 1500, 'goat-meat'),
      dish('Palm wine (50 cl)', 1000, 'palm-wine', 'Sweet before noon, strong after'),
    ],
  }),
}

const hostel_bites: DemoVendor = {
  key: 'hostel-bites-24',
  name: 'Hostel Bites 24',
  email: 'hostel-bites-24@example.com',
  category: 'Late-night snacks',
  landmark: 'FUTA East Gate',
  latitude: 7.30098,
  longitude: 5.14655,
  address: 'Shop 1, Jadesola Hall road, FUTA East Gate, Akure',
  phone: '07085550145',
  description:
    'Snacks, toast and noodles for people whose deadline is in the morning. Open all night, every night.',
  hours: around_the_clock,
  preparation_minutes: 8,
  delivery_time: '15-25 min',
  rating: 4.0,
  picture: 'vendors/hostel-bites-24',
  status: 'Active',
  bank: bankAccount('Moniepoint', '527085550', 'HOSTEL BITES'),
  dishes: menu({
    'Quick bites': [
      dish('Toast bread & egg', 1500, 'bread-egg', 'Pressed till golden'),
      dish('Sardine sandwich', 1700, 'sandwich', 'Sardine, onion, pepper, mayo'),
      dish('Meat pie', 800, 'meat-pie', 'Warmed before it leaves'),
      dish('Egg roll', 600, 'buns', 'A whole egg inside, we promise'),
      dish('Popcorn (big)', 700, 'popcorn', 'Butter or caramel'),
      dish('Chin chin pack', 500, 'groundnuts', 'Crunchy, milky, dangerous'),
    ],
    'Real food': [
      dish('Noodles & egg', 1400, 'noodles-egg', 'The hostel dinner, without the hot plate'),
      dish('Jollof spaghetti & beef', 2200, 'spaghetti-chicken', 'Kept warm for 3 am people'),
      dish('Fried rice takeaway', 2500, 'takeaway-box', 'Box with chicken and slaw'),
      dish('Garri, milk & groundnut', 900, 'oats', 'Cold water, two spoons of sugar'),
    ],
    Drinks: [
      dish('Instant coffee', 600, 'coffee', 'Two sachets if it is an all-nighter'),
      dish('Soft drink (50 cl)', 600, 'soft-drink'),
      dish('Energy juice (33 cl)', 900, null),
      dish('Bottled water (75 cl)', 300, 'water'),
    ],
  }),
}

const fish_and_fire: DemoVendor = {
  key: 'fish-and-fire',
  name: 'Fish & Fire',
  email: 'fish-and-fire@example.com',
  category: 'Grilled fish',
  landmark: 'FUTA East Gate',
  latitude: 7.30183,
  longitude: 5.14738,
  address: 'Fish village, behind FUTA East Gate, Akure',
  phone: '09065550146',
  description: 'Fresh fish, foil and firewood. We open the fire when the fish arrives, not before.',
  hours: everyDay('12:00', '23:00'),
  preparation_minutes: 25,
  delivery_time: '30-40 min',
  rating: 4.2,
  picture: 'vendors/fish-and-fire',
  paused: true,
  status: 'Active',
  bank: bankAccount('Sterling', '009065550', 'OLUMIDE PETER AKINBOLA'),
  dishes: menu({
    'Grilled fish': [
      dish('Catfish & chips', 6000, 'grilled-fish-chips', 'Barbecued in foil with pepper paste'),
      dish('Catfish & boli', 5800, 'boli-fish', 'Roasted plantain soaks up the sauce'),
      dish('Tilapia & dodo', 5000, 'grilled-fish', 'Whole fish, pepper sauce, plantain'),
      dish('Croaker (large)', 8000, 'fried-fish', 'Feeds two, or one swimmer'),
      dish('Prawn skewers (3)', 4500, 'prawns', 'Garlic butter and lime'),
    ],
    'Soup & sides': [
      dish('Fish pepper soup', 3500, 'catfish-pepper-soup', 'Head or tail, tell us'),
      dish('Jollof rice', 1500, 'jollof', 'Cooked in fish stock'),
      dish('Chips', 1500, 'fries', 'Hand-cut Irish potatoes'),
      dish('Coleslaw', 600, 'salad', 'Crisp cabbage, light cream'),
      dish('Chapman', 1500, 'chapman-pair'),
    ],
  }),
}

export const east_gate_vendors: readonly DemoVendor[] = [
  arewa_kitchen,
  boli_boys,
  chop_life,
  nne_ukamaka,
  hostel_bites,
  fish_and_fire,
]
