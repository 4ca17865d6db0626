import type { PictureRecipe } from './campus.ts'

/** A dish's picture without its background, and the backgrounds that flatter it; the menu chooses among them. */
export type Look = Omit<PictureRecipe, 'background'> & { backgrounds: readonly PictureRecipe['background'][] }

const pepper = '1f336-fe0f'
const onion = '1f9c5'
const tomato = '1f345'
const herb = '1f33f'
const lemon = '1f34b'
const chicken = '1f357'
const meat = '1f356'
const fish = '1f41f:grilled'
const plantain = '1f34c'
const egg = '1f373'
const ginger = '1fada'

type Background = PictureRecipe['background']
const red: readonly Background[] = ['jollof', 'cream', 'palm', 'plantain']
const green: readonly Background[] = ['leaf', 'plantain', 'cream', 'sky']
const fresh: readonly Background[] = ['sky', 'leaf', 'pepper', 'cream']
const dark: readonly Background[] = ['cocoa', 'palm', 'plantain', 'pepper']
const sweet: readonly Background[] = ['pepper', 'sky', 'cream', 'plantain']
const sunny: readonly Background[] = ['plantain', 'sky', 'jollof', 'leaf']

const single = (backgrounds: readonly Background[], emoji: string, ...extras: string[]): Look => ({
  emoji,
  arrangement: 'single',
  extras,
  backgrounds,
})
const pair = (backgrounds: readonly Background[], emoji: string, ...extras: string[]): Look => ({
  emoji,
  arrangement: 'pair',
  extras,
  backgrounds,
})
const platter = (backgrounds: readonly Background[], emoji: string, ...extras: string[]): Look => ({
  emoji,
  arrangement: 'platter',
  extras,
  backgrounds,
})

const rice_looks = {
  jollof: single(red, '1f35a:jollof', tomato, pepper, onion),
  jollof_chicken: pair(red, '1f35a:jollof', chicken, tomato, pepper),
  jollof_beef: pair(['cream', 'jollof', 'cocoa'], '1f35a:jollof', meat, onion, pepper),
  jollof_fish: pair(['sky', 'jollof', 'cream'], '1f35a:jollof', fish, lemon, tomato),
  jollof_plantain: pair(['plantain', 'palm', 'leaf'], '1f35a:jollof', plantain, tomato, herb),
  jollof_combo: platter(['cream', 'plantain', 'sky'], '1f35a:jollof', chicken, plantain, '1f957', tomato),
  fried_rice: single(green, '1f958', '1f955', '1fadb', '1f33d'),
  fried_rice_chicken: pair(green, '1f958', chicken, '1f955', '1fadb'),
  fried_rice_turkey: pair(['sky', 'cream', 'leaf'], '1f35a:fried', chicken, '1fadb', '1f955', onion),
  coconut_rice: pair(['leaf', 'cream', 'sky'], '1f35a:coconut', '1f965', '1f990', herb),
  ofada: pair(['leaf', 'cocoa', 'cream'], '1f35a:ofada', '1f372:ewedu', pepper, '1f336-fe0f'),
  white_rice_stew: single(['palm', 'sky', 'cream'], '1f35b', tomato, pepper, onion),
  rice_beans: pair(['plantain', 'cream', 'palm'], '1f35a', '1f372:beans', onion, tomato),
  rice_sauce: pair(['pepper', 'sky', 'leaf'], '1f35b', chicken, '1fad1', '1f955'),
  tuwo: pair(['cream', 'leaf', 'plantain'], '1f35a:pounded', '1f372:efo', meat, '1fad8'),
} satisfies Record<string, Look>

const swallow_looks = {
  amala_ewedu: pair(['leaf', 'cream', 'plantain'], '1f35a:amala', '1f372:ewedu', pepper, onion),
  amala_full: platter(['plantain', 'palm', 'leaf'], '1f35a:amala', '1f372:ewedu', '1f372:stew', meat, pepper),
  amala_gbegiri: pair(['cream', 'plantain', 'palm'], '1f35a:amala', '1f372:egusi', '1fad8', onion),
  amala_plain: single(['sky', 'cream', 'leaf'], '1f35a:amala', herb),
  eba_egusi: pair(['palm', 'leaf', 'cream'], '1f35a:eba', '1f372:egusi', pepper, '1f96c'),
  eba_plain: single(['leaf', 'sky', 'palm'], '1f35a:eba', herb),
  pounded_egusi: pair(['leaf', 'plantain', 'palm'], '1f35a:pounded', '1f372:egusi', meat, '1f96c'),
  pounded_efo: pair(['cream', 'jollof', 'sky'], '1f35a:pounded', '1f372:efo', fish, pepper),
  pounded_plain: single(['jollof', 'leaf', 'palm'], '1f35a:pounded', '1f360'),
  semo_ogbono: pair(['jollof', 'sky', 'cream'], '1f35a:pounded', '1f372:ogbono', pepper, onion),
  wheat_okra: pair(['sky', 'leaf', 'palm'], '1f35a:wheat', '1f372:ewedu', fish, '1f336-fe0f'),
  fufu_soup: pair(['palm', 'cream', 'leaf'], '1f35a:pounded', '1f372:ogbono', '1f990', '1f96c'),
  efo_riro: single(['leaf', 'cream', 'plantain'], '1f372:efo', '1f96c', pepper, tomato),
  egusi: single(['plantain', 'cream', 'palm'], '1f372:egusi', '1f96c', pepper, onion),
  ewedu: single(['cream', 'leaf', 'sky'], '1f372:ewedu', herb, '1f9c2'),
  ayamase: single(['leaf', 'cocoa', 'plantain'], '1f372:efo', '1fad1', egg, pepper),
  stew: single(['palm', 'cream', 'jollof'], '1f372:stew', tomato, pepper, onion),
} satisfies Record<string, Look>

const protein_looks = {
  pepper_soup: single(dark, '1f372:pepper_soup', meat, pepper, ginger),
  catfish_pepper_soup: pair(dark, '1f372:pepper_soup', fish, pepper, herb),
  chicken_pepper_soup: pair(['palm', 'cream', 'cocoa'], '1f372:pepper_soup', chicken, pepper, ginger),
  seafood_pot: platter(['sky', 'palm', 'cream'], '1f372:stew', '1f990', '1f980', lemon, pepper),
  suya: platter(dark, '1f361:suya', '1f361:suya', '1f361:suya', onion, tomato, pepper),
  chicken_suya: pair(['cocoa', 'jollof', 'palm'], '1f361:suya', chicken, onion, pepper),
  kilishi: single(['cocoa', 'pepper', 'cream'], '1f953:suya', pepper, '1f95c'),
  tozo: pair(['palm', 'cocoa', 'plantain'], '1f969:grilled', '1f361:suya', onion, tomato),
  gizzard: pair(['plantain', 'leaf', 'cocoa'], '1f361:suya', plantain, '1fad1', onion),
  asun: single(['pepper', 'cocoa', 'palm'], meat, pepper, onion, '1fad1'),
  grilled_chicken: single(['jollof', 'cream', 'leaf'], chicken, lemon, pepper, herb),
  fried_chicken: platter(['pepper', 'sky', 'plantain'], chicken, chicken, chicken, tomato, '1f96c'),
  turkey: pair(['cream', 'palm', 'sky'], chicken, chicken, pepper, onion),
  beef: single(['palm', 'cream', 'cocoa'], meat, tomato, onion),
  goat_meat: pair(['cocoa', 'palm', 'leaf'], meat, meat, pepper, ginger),
  steak: single(['leaf', 'cocoa', 'cream'], '1f969:grilled', pepper, onion),
  fried_fish: single(['sky', 'cream', 'plantain'], fish, lemon, onion, tomato),
  grilled_fish: pair(['sky', 'leaf', 'palm'], fish, plantain, lemon, onion, pepper),
  grilled_fish_chips: pair(['palm', 'sky', 'cream'], fish, '1f35f', lemon, tomato),
  prawns: platter(['sky', 'pepper', 'leaf'], '1f990', '1f990', '1f990', lemon, herb),
  crab: single(['sky', 'cream', 'pepper'], '1f980', lemon, pepper),
  egg: single(['sky', 'plantain', 'cream'], egg, '1f95a', tomato),
  boiled_eggs: pair(['cream', 'sky', 'leaf'], '1f95a', '1f95a', '1f9c2'),
} satisfies Record<string, Look>

const street_looks = {
  shawarma: single(['pepper', 'plantain', 'leaf', 'cocoa'], '1f32f', tomato, '1f96c', onion),
  shawarma_double: pair(['jollof', 'leaf', 'sky'], '1f32f', '1f32f', tomato, '1f952'),
  shawarma_fries: pair(['cream', 'pepper', 'plantain'], '1f32f', '1f35f', tomato, onion),
  shawarma_box: platter(['cocoa', 'leaf', 'pepper'], '1f32f', '1f959', '1f35f', tomato, '1f96c'),
  pita: pair(['leaf', 'plantain', 'sky'], '1f959', '1f959', tomato, '1f952'),
  burger: single(['palm', 'plantain', 'sky'], '1f354', tomato, '1f96c', onion),
  burger_fries: pair(['pepper', 'cream', 'leaf'], '1f354', '1f35f', tomato, '1f9c0'),
  hot_dog: single(['sky', 'pepper', 'plantain'], '1f32d', tomato, onion),
  fries: single(['leaf', 'sky', 'pepper'], '1f35f', tomato, '1f9c2'),
  loaded_fries: pair(['cocoa', 'plantain', 'pepper'], '1f35f', '1f361:suya', pepper, onion),
  sandwich: single(['leaf', 'cream', 'sky'], '1f96a', tomato, '1f952', '1f9c0'),
  taco: pair(['plantain', 'pepper', 'leaf'], '1f32e', '1f32e', tomato, '1f951'),
  pizza: single(['jollof', 'leaf', 'plantain', 'cocoa'], '1f355', tomato, '1f9c0', herb),
  pizza_double: pair(['pepper', 'cream', 'leaf'], '1f355', '1f355', '1fad1', onion),
  pizza_suya: pair(['cocoa', 'palm', 'jollof'], '1f355', '1f361:suya', onion, pepper),
  pizza_seafood: pair(['sky', 'plantain', 'leaf'], '1f355', '1f990', lemon, herb),
  pizza_veg: single(['leaf', 'cream', 'sky'], '1f355', '1f344:wheat', '1fad1', '1fad2'),
  pizza_feast: platter(['plantain', 'pepper', 'cocoa'], '1f355', '1f355', '1f355', tomato, '1f9c0'),
  pizza_pineapple: pair(['plantain', 'leaf', 'sky'], '1f355', '1f34d', '1f33d', chicken),
  noodles_egg: pair(['plantain', 'cocoa', 'sky'], '1f35c', egg, onion, pepper),
  noodles: single(['pepper', 'leaf', 'cream'], '1f35c', '1f955', onion, pepper),
  noodles_chicken: pair(['jollof', 'leaf', 'cream'], '1f35c', chicken, '1fad1', onion),
  noodles_suya: pair(['cocoa', 'pepper', 'plantain'], '1f35c', '1f361:suya', onion, pepper),
  noodles_prawn: pair(['sky', 'cream', 'jollof'], '1f35c', '1f990', lemon, '1fadb'),
  noodles_combo: platter(['cream', 'sky', 'leaf'], '1f35c', egg, '1f32d', pepper, tomato),
  spaghetti: single(['jollof', 'cream', 'leaf'], '1f35d', tomato, herb, '1f9c4'),
  spaghetti_chicken: pair(['pepper', 'plantain', 'cream'], '1f35d', chicken, tomato, '1fad1'),
  takeaway_box: pair(['palm', 'sky', 'plantain'], '1f371', chicken, '1f955', onion),
} satisfies Record<string, Look>

const bite_looks = {
  puff_puff: platter(['sky', 'plantain', 'pepper', 'cream'], '1f9c6:golden'),
  puff_puff_cup: single(['leaf', 'jollof', 'sky'], '1f9c6:golden', '1f95c'),
  buns: pair(['cream', 'leaf', 'pepper'], '1f9c6:golden', '1f9c6:golden', '1f95a'),
  akara: single(['jollof', 'cream', 'leaf'], '1f9c6:akara', pepper, onion),
  akara_pap: pair(['plantain', 'sky', 'palm'], '1f9c6:akara', '1f963:pap', onion, pepper),
  akara_bread: pair(['leaf', 'cream', 'jollof'], '1f35e', '1f9c6:akara', pepper, onion),
  moin_moin: pair(['leaf', 'jollof', 'cream'], '1fad4', '1fad4', pepper, '1f95a'),
  moin_moin_single: single(['cream', 'plantain', 'sky'], '1fad4', egg, pepper),
  moin_moin_pap: pair(['sky', 'palm', 'leaf'], '1fad4', '1f963:pap', '1f95a', pepper),
  meat_pie: single(['plantain', 'sky', 'cream'], '1f95f', '1f955', onion),
  chicken_pie: pair(['jollof', 'leaf', 'sky'], '1f967', chicken, '1f955'),
  samosa: pair(['pepper', 'cream', 'leaf'], '1f95f', '1f95f', '1fadb', pepper),
  spring_rolls: pair(['leaf', 'plantain', 'pepper'], '1f956', '1f956', '1f955', '1f96c'),
  small_chops: platter(
    ['palm', 'cream', 'sky', 'plantain'],
    '1f9c6:golden',
    '1f95f',
    '1f364',
    pepper,
    tomato,
  ),
  small_chops_box: platter(
    ['pepper', 'leaf', 'cocoa'],
    '1f95f',
    '1f9c6:golden',
    '1f361:suya',
    tomato,
    '1f952',
  ),
  sausage_roll: single(['cream', 'jollof', 'sky'], '1f956:golden', '1f32d'),
  plantain: pair(['plantain', 'sky', 'leaf'], plantain, plantain, pepper),
  boli: pair(['cocoa', 'leaf', 'plantain'], plantain, '1f95c', pepper, onion),
  boli_fish: pair(['palm', 'plantain', 'sky'], plantain, fish, pepper, onion),
  yam_egg: pair(['plantain', 'sky', 'leaf'], '1f35f', egg, tomato, onion),
  yam_porridge: single(['jollof', 'leaf', 'cream'], '1f963:porridge', '1f360', '1f96c', pepper),
  beans: single(['palm', 'leaf', 'cream'], '1f372:beans', '1fad8', onion),
  beans_plantain: pair(['plantain', 'leaf', 'palm'], '1f372:beans', plantain, '1fad8', pepper),
  beans_bread: pair(['cream', 'sky', 'jollof'], '1f35e', '1f372:beans', onion, pepper),
  corn: pair(['plantain', 'leaf', 'sky'], '1f33d', '1f965'),
  corn_single: single(['leaf', 'jollof', 'sky'], '1f33d', '1f9c8'),
  popcorn: single(['pepper', 'sky', 'plantain'], '1f37f', '1f33d'),
  groundnuts: pair(['cream', 'cocoa', 'leaf'], '1f95c', '1f95c'),
  masa: pair(['leaf', 'plantain', 'cocoa'], '1fad3', '1fad3', '1f36f', pepper),
  masa_suya: pair(['cocoa', 'jollof', 'cream'], '1fad3', '1f361:suya', onion, pepper),
  salad: single(fresh, '1f957', tomato, '1f951', '1f952'),
  salad_chicken: pair(fresh, '1f957', chicken, tomato, '1f95a'),
  abacha: pair(['palm', 'leaf', 'cream'], '1f957', fish, pepper, onion),
  vegetable_stir: single(green, '1f958', '1f966', '1f344:wheat', '1fad1'),
  mushroom: pair(['leaf', 'cream', 'cocoa'], '1f35a:jollof', '1f344:wheat', '1f966', pepper),
  avocado_toast: pair(['leaf', 'sky', 'cream'], '1f35e', '1f951', egg, tomato),
} satisfies Record<string, Look>

const bakery_looks = {
  bread: single(['plantain', 'cream', 'sky'], '1f35e', '1f9c8', '1f33e'),
  bread_egg: pair(['sky', 'plantain', 'leaf'], '1f35e', egg, tomato, '1f9c8'),
  baguette: pair(['jollof', 'cream', 'leaf'], '1f956', '1f9c8', '1f33e'),
  pancakes: single(['plantain', 'pepper', 'sky'], '1f95e', '1f353', '1fad0'),
  pancakes_full: pair(['sky', 'cream', 'jollof'], '1f95e', egg, '1f353', '1f36f'),
  waffles: pair(['jollof', 'sky', 'pepper'], '1f9c7', '1f353', '1f36f', '1fad0'),
  waffle_chicken: pair(['cream', 'leaf', 'cocoa'], '1f9c7', chicken, '1f36f', pepper),
  doughnut: pair(sweet, '1f369', '1f36f', '1f353'),
  doughnut_box: platter(['cream', 'sky', 'jollof'], '1f369', '1f96f', '1f369'),
  croissant: single(['sky', 'cream', 'cocoa'], '1f950', '2615', '1f9c8'),
  cookies: platter(['cream', 'pepper', 'cocoa'], '1f36a', '1f36a', '1f36a', '1f95b'),
  cupcake: single(sweet, '1f9c1', '1f353', '1f352'),
  cupcakes: platter(['sky', 'cream', 'pepper'], '1f9c1', '1f9c1', '1f9c1', '1f352'),
  cake_slice: single(['pepper', 'cream', 'leaf'], '1f370', '1f353', '1f352'),
  red_velvet: single(['cream', 'pepper', 'sky'], '1f370:velvet', '1f353', '1f352'),
  chocolate_cake: pair(['cocoa', 'cream', 'pepper'], '1f370:chocolate', '1f36b', '1f352'),
  birthday_cake: single(['sky', 'pepper', 'plantain'], '1f382', '1f353', '1f381'),
  banana_bread: pair(['plantain', 'cocoa', 'leaf'], '1f35e:wheat', plantain, '1f95c'),
  flan: single(['jollof', 'cream', 'sky'], '1f36e', '1f352', '1f36f'),
  ice_cream: single(sweet, '1f366', '1f353', '1f36b'),
  ice_cream_sundae: single(['sky', 'pepper', 'plantain'], '1f368', '1f352', '1f36b'),
  ice_cream_cones: pair(['pepper', 'sky', 'leaf'], '1f366:chocolate', '1f366', '1f36a'),
  ice_cream_mango: pair(['plantain', 'leaf', 'sky'], '1f366:mango', '1f96d', '1f965'),
  ice_cream_berry: single(['sky', 'cream', 'pepper'], '1f366:berry', '1f353', '1fad0'),
  shaved_ice: pair(['sky', 'plantain', 'leaf'], '1f367', '1f367', '1f352'),
  parfait: pair(['cream', 'pepper', 'sky'], '1f368', '1f353', '1fad0', '1f34c'),
  fruit_salad: platter(['leaf', 'sky', 'plantain'], '1f349', '1f34d', '1f96d', '1f347', '1f34a'),
  watermelon: pair(['sky', 'leaf', 'plantain'], '1f349', '1f349', herb),
  oats: single(['cream', 'sky', 'leaf'], '1f963:pap', '1f95b', '1f34c', '1f36f'),
} satisfies Record<string, Look>

const drink_looks = {
  zobo: pair(['pepper', 'cream', 'leaf'], '1f95b:zobo', '1f95b:zobo', '1f33a', ginger),
  zobo_single: single(['sky', 'palm', 'plantain'], '1f95b:zobo', '1f33a', '1f34d'),
  kunu: pair(['cream', 'plantain', 'leaf'], '1f95b:kunu', '1f95b:kunu', ginger, '1f33e'),
  tiger_nut: single(['leaf', 'sky', 'cocoa'], '1f95b:tiger_nut', '1f95c', '1f965'),
  fura: pair(['cocoa', 'sky', 'leaf'], '1f95b:milk', '1f9c9', '1f33e', ginger),
  chapman: single(['cream', 'sky', 'leaf'], '1f379:chapman', '1f34a', '1f352'),
  chapman_pair: pair(['plantain', 'pepper', 'sky'], '1f379:chapman', '1f379:chapman', lemon, '1f952'),
  orange_juice: pair(sunny, '1f95b:orange', '1f34a', '1f34a'),
  pineapple_juice: pair(['leaf', 'sky', 'plantain'], '1f95b:pineapple', '1f34d', ginger),
  watermelon_juice: pair(['sky', 'leaf', 'pepper'], '1f95b:chapman', '1f349', herb),
  cocktail: single(['plantain', 'pepper', 'leaf'], '1f379', '1f34d', '1f352'),
  smoothie_berry: single(['pepper', 'sky', 'cream'], '1f964:berry', '1f353', '1fad0', plantain),
  smoothie_mango: single(['plantain', 'leaf', 'sky'], '1f964:mango', '1f96d', '1f34d'),
  smoothie_green: single(['leaf', 'cream', 'plantain'], '1f964:avocado', '1f951', '1f34f', '1f96c'),
  milkshake: pair(['pepper', 'cocoa', 'cream'], '1f964', '1f366', '1f36a'),
  chocolate_shake: pair(['cocoa', 'cream', 'sky'], '1f964:chocolate', '1f36b', '1f36a'),
  yoghurt: single(['sky', 'pepper', 'leaf'], '1f95b:milk', '1f353', '1f36f'),
  malt: single(['cocoa', 'plantain', 'palm'], '1f95b:malt', '1f9ca', '1f33e'),
  soft_drink: single(['palm', 'sky', 'pepper', 'jollof'], '1f964', '1f9ca', lemon),
  water: single(['sky', 'leaf', 'cream'], '1f95b:water', '1f9ca', lemon),
  tea: single(['cream', 'leaf', 'sky'], '1f375', lemon, ginger),
  chocolate_drink: single(['cocoa', 'sky', 'cream'], '2615', '1f36b', '1f36a'),
  coffee: pair(['cream', 'cocoa', 'sky'], '2615', '1f36a', '1f95b'),
  iced_coffee: pair(['sky', 'cream', 'plantain'], '1f95b:malt', '1f36a', '1f9ca'),
  coconut_water: pair(['leaf', 'sky', 'plantain'], '1f965', '1f95b:water', lemon),
  palm_wine: pair(['leaf', 'cream', 'cocoa'], '1f9c9', '1f95b:milk', '1f33e'),
} satisfies Record<string, Look>

export const dish_looks = {
  ...rice_looks,
  ...swallow_looks,
  ...protein_looks,
  ...street_looks,
  ...bite_looks,
  ...bakery_looks,
  ...drink_looks,
} satisfies Record<string, Look>

export type LookName = keyof typeof dish_looks
