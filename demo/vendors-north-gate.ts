import { bankAccount } from './bank-account.ts'
import type { DemoVendor } from './demo-vendor.ts'
import { choices, dish, menu, soldOut } from './menu.ts'
import { around_the_clock, closedOnSunday, everyDay, lateWeekend } from './week-hours.ts'

const iya_bose: DemoVendor = {
  key: 'iya-bose-amala',
  name: 'Iya Bose Amala Joint',
  email: 'iya-bose-amala@example.com',
  category: 'Amala & swallow',
  landmark: 'FUTA North Gate',
  latitude: 7.30731,
  longitude: 5.14012,
  address: 'Shop 3, Ilesha-Owo Expressway service lane, opposite FUTA North Gate, Akure',
  phone: '08035550111',
  description: 'Hot amala from Iya Bose herself since our first Aluta day. Abula that settles every argument.',
  hours: closedOnSunday('08:00', '21:30'),
  preparation_minutes: 10,
  delivery_time: '20-30 min',
  rating: 4.8,
  picture: 'vendors/iya-bose-amala',
  status: 'Active',
  bank: bankAccount('GTBank', '015550111', 'BOSEDE ADUNNI AKINOLA'),
  dishes: menu({
    Swallow: [
      choices(
        dish('Amala, ewedu & gbegiri', 1500, 'amala-gbegiri', 'Two wraps in full abula, stew on top'),
        'Meat (1 to 3): Beef +500 | Goat meat +700 | Ponmo +300 | Shaki +400 | Fish +700; Extra wraps (up to 1): ' +
          'One more +300 | Two more +600',
      ),
      dish('Amala full option', 3500, 'amala-full', 'Three wraps, abula, goat meat, ponmo and shaki'),
      dish('Amala & ewedu with beef', 2200, 'amala-ewedu', 'The lunch-break classic, ready in five minutes'),
      dish('Pounded yam & efo riro', 2800, 'pounded-efo', 'Pounded to order, you can hear the mortar'),
      choices(
        dish('Eba & egusi', 1800, 'eba-egusi', 'Yellow garri, lumpy egusi, no story'),
        'Meat (1 to 2): Beef +500 | Goat meat +700 | Ponmo +300 | Fish +700',
      ),
      dish('Wheat & okra', 1900, 'wheat-okra', 'For those watching weight until Friday'),
    ],
    'Extra wraps': [
      dish('One wrap of amala', 300, 'amala-plain'),
      dish('One wrap of eba', 300, 'eba-plain'),
      soldOut(dish('One wrap of pounded yam', 600, 'pounded-plain', 'Finishes before 3 pm most days')),
    ],
    'Meat & fish': [
      dish('Assorted meat', 1200, 'goat-meat', 'Shaki, roundabout, liver and ponmo'),
      dish('Goat meat', 1500, 'beef', 'Two soft pieces straight from the stew'),
      dish('Fried titus fish', 1300, 'fried-fish', 'Crispy edges, fried this morning'),
      dish('Boiled egg', 300, null),
    ],
    Drinks: [
      dish('Chilled zobo (50 cl)', 500, 'zobo', 'Ginger, clove and pineapple peel'),
      dish('Bottled water (75 cl)', 300, 'water'),
    ],
  }),
}

const suya_republic: DemoVendor = {
  key: 'suya-republic',
  name: 'Suya Republic',
  email: 'suya-republic@example.com',
  category: 'Suya & grill',
  landmark: 'FUTA North Gate',
  latitude: 7.30598,
  longitude: 5.13871,
  address: 'The red container by the North Gate taxi park, FUTA, Akure',
  phone: '08065550112',
  description: 'Mallam Sani and his sons on the fire every night. Yaji ground here, onions free, no long queue.',
  hours: lateWeekend('12:00', '01:00', '03:00'),
  preparation_minutes: 15,
  delivery_time: '20-35 min',
  rating: 4.7,
  picture: 'vendors/suya-republic',
  status: 'Active',
  bank: bankAccount('Jaiz', '000555011', 'SANI MUSA DANLADI'),
  dishes: menu({
    'From the fire': [
      dish('Beef suya (4 sticks)', 2000, 'suya', 'Thin cuts, extra yaji, wrapped in newspaper style'),
      dish('Beef suya (10 sticks)', 4800, 'suya-2', 'For the whole room, onions and cabbage inside'),
      dish('Chicken suya (half)', 3800, 'chicken-suya', 'Spatchcocked and roasted slowly over coals'),
      dish('Tozo', 2500, 'tozo', 'Fatty hump meat for people who know'),
      dish('Gizzard & dodo (gizdodo)', 2800, 'gizzard', 'Peppered gizzard with cubes of ripe plantain'),
      dish('Asun', 3000, 'asun', 'Smoked goat, habanero, wipe your forehead'),
      dish('Ram suya (4 sticks)', 2600, 'goat-meat', 'Richer than beef, a little fat'),
      soldOut(dish('Kidney & liver mix', 2200, 'beef', 'Only when the market is kind to us')),
    ],
    Sides: [
      dish('Masa (6 pieces)', 1200, 'masa', 'Soft rice cakes, a little sugar, a little yaji'),
      dish('Kilishi (small pack)', 2000, 'kilishi', 'Dried, spicy and good for night class'),
      dish('Loaded suya fries', 3200, 'loaded-fries', 'Fries under chopped suya and suya mayo'),
      dish('Extra yaji', 100, null),
    ],
    Drinks: [
      dish('Kunu aya', 700, 'tiger-nut', 'Tiger nut milk with dates and coconut'),
      dish('Cold malt', 800, 'malt'),
    ],
  }),
}

const mama_sade: DemoVendor = {
  key: 'mama-sade-buka',
  name: 'Mama Sade Buka',
  email: 'mama-sade-buka@example.com',
  category: 'Buka',
  landmark: 'FUTA North Gate',
  latitude: 7.30812,
  longitude: 5.13897,
  address: '14 Aule Road junction, behind FUTA North Gate, Akure',
  phone: '08135550113',
  description: 'The buka your seniors told you about. Rice, beans and stew that tastes like mid-semester break.',
  hours: everyDay('07:00', '22:00'),
  preparation_minutes: 8,
  delivery_time: '20-30 min',
  rating: 4.5,
  picture: 'vendors/mama-sade-buka',
  status: 'Active',
  bank: bankAccount('First Bank', '305550113', 'FOLASADE OLUWATOYIN AJAYI'),
  dishes: menu({
    Rice: [
      dish('White rice & stew with beef', 1800, 'white-rice-stew', 'Bottom-pot stew and one big beef'),
      dish('Jollof rice & chicken', 2800, 'jollof-chicken', 'Smoky weekday jollof with a fried lap'),
      dish('Rice & beans with ponmo', 1600, 'rice-beans', 'The correct ratio, half and half'),
      dish('Jollof rice & fish', 2600, 'jollof-fish', 'Titus fried hard, the way you like it'),
      choices(
        dish('Jollof & dodo', 1900, 'jollof-plantain', 'Sweet plantain against pepper rice'),
        'Size: Regular +0 | Large +700; Protein (up to 2): Beef +600 | Chicken lap +1500 | Fried fish +1200 | ' +
          'Boiled egg +300',
      ),
    ],
    'Beans & yam': [
      dish('Ewa agoyin & bread', 1500, 'beans-bread', 'Dark pepper sauce, soft bread to mop up'),
      dish('Beans & dodo', 1500, 'beans-plantain', 'Iron for the body, sugar for the mind'),
      dish('Yam porridge (asaro)', 1700, 'yam-porridge', 'Mashed with palm oil and smoked fish'),
      dish('Boiled yam & egg sauce', 1900, 'yam-egg', 'Breakfast that carries you to 4 pm'),
    ],
    Extras: [
      dish('Dodo', 700, 'plantain'),
      dish('Moin moin', 600, 'moin-moin', 'Wrapped in ewe eran leaves, with egg'),
      dish('Fried chicken', 1800, 'grilled-chicken', 'Lap, fried crisp, dipped in stew'),
      dish('Fried beef', 800, 'beef'),
      dish('Coleslaw', 500, 'salad'),
    ],
    Drinks: [dish('Soft drink (50 cl)', 600, 'soft-drink'), dish('Bottled water (75 cl)', 300, null)],
  }),
}

const wrap_sharp: DemoVendor = {
  key: 'wrap-sharp-sharp',
  name: 'Wrap Sharp Sharp',
  email: 'wrap-sharp-sharp@example.com',
  category: 'Shawarma',
  landmark: 'FUTA North Gate',
  latitude: 7.30655,
  longitude: 5.14105,
  address: 'Kiosk 7, North Gate car park, FUTA, Akure',
  phone: '07035550114',
  description: 'Shawarma rolled in front of you and toasted till it cracks. Extra cream is not a crime here.',
  hours: lateWeekend('08:00', '00:00', '02:00'),
  preparation_minutes: 15,
  delivery_time: '20-35 min',
  rating: 4.6,
  picture: 'vendors/wrap-sharp-sharp',
  status: 'Active',
  bank: bankAccount('Kuda', '201555011', 'CHINEDU EMEKA OKORO'),
  dishes: menu({
    Shawarma: [
      dish('Chicken shawarma', 2800, 'shawarma', 'Grilled chicken, cabbage, our garlic cream'),
      dish('Beef shawarma', 2500, 'shawarma-2', 'Peppered beef strips and crunchy cabbage'),
      dish('Double sausage shawarma', 3500, 'shawarma-double', 'Two sausages, one chicken, zero regrets'),
      dish('Mixed grill shawarma', 4000, 'shawarma-double-2', 'Chicken, beef and suya in one long wrap'),
      dish('Shawarma & chips', 4500, 'shawarma-fries', 'A regular chicken wrap with a box of fries'),
      dish('Veggie shawarma', 2200, 'pita', 'Plantain, egg, cabbage and sweetcorn'),
      soldOut(dish('Jumbo family wrap', 7500, 'shawarma-box', 'Half a metre long. Bring two friends')),
    ],
    'Burgers & fries': [
      dish('Beef burger', 3000, 'burger', 'Fresh patty, cheese and fried onions'),
      dish('Burger & chips', 4200, 'burger-fries', 'The burger above, a fistful of chips'),
      dish('Chips & ketchup', 1500, 'fries', 'Irish potato, salted while hot'),
      dish('Hot dog', 1500, 'hot-dog', 'Toasted bun, mustard, sweet onions'),
    ],
    Drinks: [
      dish('Chapman', 1500, 'chapman', 'Red, fizzy, cucumber on the rim'),
      dish('Soft drink (50 cl)', 600, 'soft-drink'),
    ],
  }),
}

const belle_full: DemoVendor = {
  key: 'belle-full-noodles',
  name: 'Belle Full Noodles',
  email: 'belle-full-noodles@example.com',
  category: 'Noodles',
  landmark: 'FUTA North Gate',
  latitude: 7.30572,
  longitude: 5.14028,
  address: 'Beside the North Gate printing shops, FUTA, Akure',
  phone: '08165550115',
  description: 'Noodles and egg at 2 am before a 7 am test. We never close and we never judge your spice level.',
  hours: around_the_clock,
  preparation_minutes: 12,
  delivery_time: '15-25 min',
  rating: 4.4,
  picture: 'vendors/belle-full-noodles',
  status: 'Active',
  bank: bankAccount('OPay', '816555011', 'TEMITOPE BLESSING ADU'),
  dishes: menu({
    Noodles: [
      choices(
        dish('Noodles & egg', 1500, 'noodles-egg', 'Two packs, one fried egg, plenty pepper'),
        'Packs: Two +0 | Three +450; Extras (any): Second egg +250 | Sausage +400 | Sardine +800',
      ),
      dish('Noodles, egg & sausage', 2000, 'noodles-combo', 'The full exam-week combination'),
      dish('Jollof noodles & chicken', 2900, 'noodles-chicken', 'Cooked down in party stew, chicken on top'),
      dish('Suya noodles', 2600, 'noodles-suya', 'Chopped suya and yaji through hot noodles'),
      dish('Seafood noodles', 3600, 'noodles-prawn', 'Prawns, garlic and a squeeze of lime'),
      dish('Plain noodles (2 packs)', 1000, 'noodles', 'Carrot, onion, spring onion. Simple.'),
    ],
    Pasta: [
      dish('Jollof spaghetti', 1600, 'spaghetti', 'Stove-top smoky, no apology'),
      dish('Spaghetti & turkey', 3400, 'spaghetti-chicken', 'Fried turkey wing over peppered pasta'),
    ],
    Extras: [
      dish('Fried egg', 400, 'egg'),
      dish('Boiled eggs (2)', 600, 'boiled-eggs'),
      dish('Sausage', 500, 'hot-dog'),
      dish('Fried plantain', 700, 'plantain', 'Ripe, soft and caramelised at the edges'),
    ],
    Drinks: [
      dish('Hot chocolate', 700, 'chocolate-drink', 'Thick, milky, for cold reading nights'),
      dish('Bottled water (75 cl)', 300, null),
    ],
  }),
}

const ewas_oven: DemoVendor = {
  key: 'ewas-oven',
  name: "Ewa's Oven",
  email: 'ewas-oven@example.com',
  category: 'Bakery',
  landmark: 'FUTA North Gate',
  latitude: 7.30764,
  longitude: 5.13802,
  address: '2 Jibowu Crescent, off FUTA North Gate, Akure',
  phone: '08055550116',
  description: 'You smell us before you see us. Warm bread from 6 am, meat pies that still burn fingers at noon.',
  hours: everyDay('06:00', '21:30'),
  preparation_minutes: 5,
  delivery_time: '15-25 min',
  rating: 4.6,
  picture: 'vendors/ewas-oven',
  status: 'Active',
  bank: bankAccount('Zenith', '101555011', 'EWAOLUWA BAKES'),
  dishes: menu({
    Bread: [
      dish('Agege bread', 900, 'bread', 'Soft, stretchy and still warm'),
      dish('Coconut bread', 1300, 'bread-2', 'Real coconut in the dough and on the crust'),
      dish('Butter baguette', 1200, 'baguette', 'Crackly outside, made for egg sauce'),
      dish('Banana bread', 1500, 'banana-bread', 'Overripe bananas, groundnuts, no icing'),
    ],
    Pastry: [
      dish('Meat pie', 900, 'meat-pie', 'Minced beef, potato, carrot, proper crust'),
      dish('Chicken pie', 1100, 'chicken-pie', 'Creamy and peppered'),
      dish('Sausage roll', 700, 'sausage-roll', 'Seasoned beef, golden crust'),
      dish('Sugar doughnut', 600, 'doughnut', 'Rolled in sugar, filled if you ask nicely'),
      dish('Doughnut box (6)', 3200, 'doughnut-box', 'Share in class, make new friends'),
      dish('Butter croissant', 1400, 'croissant', 'Laminated through the night'),
      dish('Choco-chip cookies (4)', 1500, 'cookies', 'Crisp edges, soft in the middle'),
    ],
    Drinks: [
      dish('Yoghurt drink', 1000, 'yoghurt', 'Thick and cold, strawberry or plain'),
      dish('Cold malt', 800, 'malt'),
    ],
  }),
}

export const north_gate_vendors: readonly DemoVendor[] = [
  iya_bose,
  suya_republic,
  mama_sade,
  wrap_sharp,
  belle_full,
  ewas_oven,
]
