import { brand } from '../../../domain/brand.ts'
import type { HoursException, OpenStretch, WeekHours } from '../../../domain/catalog/hours/opening-hours.ts'
import { facePicture } from '../../../domain/catalog/lists/vendor-face.ts'
import type { Diet } from '../../../domain/catalog/menu/dish-contents.ts'
import { lowestPrice } from '../../../domain/catalog/menu/option-rules.ts'
import type { MenuDish, VendorMenu } from '../../../domain/catalog/menu/vendor-menu.ts'
import { formatNaira, nairaDecimal } from '../../../domain/money.ts'
import { parsePhone } from '../../../domain/phone.ts'
import type { Share } from '../../page/share-context.ts'

const SCHEMA = 'https://schema.org'
const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/**
 * What a restaurant's page says of itself: a drawn picture, and the kitchen with its menu in the words of schema.org.
 */
export function shareOfRestaurant(menu: VendorMenu, public_url: string): Share {
  const picture = facePicture(menu.vendor)
  return { picture, structured: { '@context': SCHEMA, ...restaurant(menu, public_url, picture) } }
}

function restaurant({ vendor, sections, about }: VendorMenu, public_url: string, picture: string): object {
  const url = `${public_url}/restaurant/${vendor.slug}`
  const prices = sections.flatMap(({ dishes }) => dishes.map((dish) => lowestPrice(dish).kobo)).sort((a, b) => a - b)
  const [least, most] = [prices[0], prices.at(-1)]
  return {
    '@type': 'Restaurant',
    '@id': url,
    url,
    name: vendor.name,
    image: [picture, vendor.profile_photo].flatMap((path) => addressOf(path, public_url)),
    ...known({ description: vendor.description, servesCuisine: vendor.category }),
    ...known({ telephone: vendor.phone && parsePhone(vendor.phone) }),
    address: {
      '@type': 'PostalAddress',
      // Where the door is, who collects is told: many kitchens are homes.
      ...known({ streetAddress: vendor.landmark }),
      addressLocality: brand.city,
      addressRegion: 'Ondo State',
      addressCountry: 'NG',
    },
    ...(about.week_hours ? { openingHoursSpecification: week(about.week_hours) } : {}),
    ...(about.hours_exceptions.length > 0
      ? { specialOpeningHoursSpecification: about.hours_exceptions.flatMap(exception) }
      : {}),
    ...(least !== undefined && most !== undefined
      ? { priceRange: least === most ? formatNaira(least) : `${formatNaira(least)} - ${formatNaira(most)}` }
      : {}),
    currenciesAccepted: 'NGN',
    acceptsReservations: false,
    ...(vendor.rating !== null && vendor.rating_count > 0
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: vendor.rating,
            ratingCount: vendor.rating_count,
            bestRating: 5,
            worstRating: 1,
          },
        }
      : {}),
    hasMenu: {
      '@type': 'Menu',
      name: `The menu of ${vendor.name}`,
      url,
      inLanguage: 'en-NG',
      hasMenuSection: sections.map(({ name, dishes }) => ({
        '@type': 'MenuSection',
        name,
        hasMenuItem: dishes.map((dish) => menuItem(dish, url, public_url)),
      })),
    },
  }
}

function menuItem(dish: MenuDish, url: string, public_url: string): object {
  const [image] = addressOf(dish.food_image, public_url)
  return {
    '@type': 'MenuItem',
    name: dish.name,
    ...known({ description: dish.description, image }),
    ...(dish.diets.length > 0 && dish.option_groups.length === 0
      ? { suitableForDiet: dish.diets.map((diet) => `${SCHEMA}/${diet_words[diet]}`) }
      : {}),
    offers: {
      '@type': 'Offer',
      url,
      price: nairaDecimal(lowestPrice(dish).kobo),
      priceCurrency: 'NGN',
      availability: `${SCHEMA}/${dish.sold_out ? 'SoldOut' : 'InStock'}`,
    },
  }
}

const diet_words: Readonly<Record<Diet, string>> = {
  vegetarian: 'VegetarianDiet',
  vegan: 'VeganDiet',
  halal: 'HalalDiet',
}

/** Days of the same hours together, as people write them. */
function week(hours: WeekHours): object[] {
  const by_stretch = new Map<string, { stretch: OpenStretch; days: string[] }>()
  for (const [index, day] of days.entries()) {
    for (const stretch of hours[index] ?? []) {
      const key = `${stretch.opens}-${stretch.closes}`
      const same = by_stretch.get(key) ?? { stretch, days: [] }
      by_stretch.set(key, { stretch, days: [...same.days, day] })
    }
  }
  return [...by_stretch.values()].map(({ stretch, days }) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: days.map((day) => `${SCHEMA}/${day}`),
    ...hoursOf(stretch),
  }))
}

/** Hours of one date; the same minute twice says that it is closed. */
function exception({ date, stretches }: HoursException): object[] {
  const closed = { opens: '00:00', closes: '00:00' }
  return (stretches.length > 0 ? stretches.map(hoursOf) : [closed]).map((hours) => ({
    '@type': 'OpeningHoursSpecification',
    validFrom: date,
    validThrough: date,
    ...hours,
  }))
}

/** The end of a day is its last minute there, and a whole day ends a minute before it began. */
function hoursOf({ opens, closes }: OpenStretch): OpenStretch {
  if (closes === '24:00' || (opens === closes && opens === '00:00')) return { opens, closes: '23:59' }
  if (opens !== closes) return { opens, closes }
  const [hours = 0, minutes = 0] = opens.split(':').map(Number)
  const last = (hours * 60 + minutes + 24 * 60 - 1) % (24 * 60)
  const two = (figure: number) => String(figure).padStart(2, '0')
  return { opens, closes: `${two(Math.floor(last / 60))}:${two(last % 60)}` }
}

function addressOf(path: string | null, public_url: string): string[] {
  return path ? [new URL(path, public_url).href] : []
}

/** Without what nobody has told. */
function known(fields: Readonly<Record<string, string | null | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}
