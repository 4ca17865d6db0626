export type Thing = Record<string, unknown>

/** What a value may be: a text, an address on the web, and so on, or things of a type. */
type Kind = 'text' | 'url' | 'number' | 'boolean' | 'price' | 'time' | 'date' | 'day' | 'availability' | TypeName
type Property = { is: Kind; many?: true; required?: true }
type TypeName = keyof typeof types

const required = true as const
const many = true as const

/**
 * The types of schema.org that a restaurant's page uses, with their properties and what those hold, as
 * https://schema.org/Restaurant and its neighbours say. Required is what search engines refuse to do without.
 */
const types = {
  Restaurant: {
    name: { is: 'text', required },
    url: { is: 'url', required },
    image: { is: 'url', many, required },
    address: { is: 'PostalAddress', required },
    description: { is: 'text' },
    servesCuisine: { is: 'text' },
    telephone: { is: 'text' },
    geo: { is: 'GeoCoordinates' },
    openingHoursSpecification: { is: 'OpeningHoursSpecification', many },
    specialOpeningHoursSpecification: { is: 'OpeningHoursSpecification', many },
    priceRange: { is: 'text' },
    currenciesAccepted: { is: 'text' },
    acceptsReservations: { is: 'boolean' },
    aggregateRating: { is: 'AggregateRating' },
    hasMenu: { is: 'Menu', required },
  },
  PostalAddress: {
    streetAddress: { is: 'text' },
    addressLocality: { is: 'text', required },
    addressRegion: { is: 'text' },
    addressCountry: { is: 'text', required },
  },
  GeoCoordinates: { latitude: { is: 'number', required }, longitude: { is: 'number', required } },
  OpeningHoursSpecification: {
    dayOfWeek: { is: 'day', many },
    opens: { is: 'time', required },
    closes: { is: 'time', required },
    validFrom: { is: 'date' },
    validThrough: { is: 'date' },
  },
  AggregateRating: {
    ratingValue: { is: 'number', required },
    ratingCount: { is: 'number', required },
    bestRating: { is: 'number' },
    worstRating: { is: 'number' },
  },
  Menu: {
    name: { is: 'text' },
    url: { is: 'url' },
    inLanguage: { is: 'text' },
    hasMenuSection: { is: 'MenuSection', many, required },
  },
  MenuSection: { name: { is: 'text', required }, hasMenuItem: { is: 'MenuItem', many, required } },
  MenuItem: {
    name: { is: 'text', required },
    description: { is: 'text' },
    image: { is: 'url' },
    suitableForDiet: { is: 'diet', many },
    offers: { is: 'Offer', required },
  },
  Offer: {
    price: { is: 'price', required },
    priceCurrency: { is: 'text', required },
    availability: { is: 'availability' },
    url: { is: 'url' },
  },
} as const satisfies Record<string, Record<string, { is: string; many?: true; required?: true }>>

const texts: Readonly<Record<string, RegExp>> = {
  text: /\S/,
  url: /^https?:\/\/[^\s<>"]+$/,
  price: /^\d+(\.\d{1,2})?$/,
  time: /^([01]\d|2[0-3]):[0-5]\d$/,
  date: /^\d{4}-\d\d-\d\d$/,
  day: /^https:\/\/schema\.org\/(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/,
  diet: /^https:\/\/schema\.org\/(Vegetarian|Vegan|Halal)Diet$/,
  availability: /^https:\/\/schema\.org\/(InStock|SoldOut|OutOfStock)$/,
}

/** What is wrong with structured data, in words with the path of each; empty for what schema.org allows. */
export function wrongThings(thing: Thing): string[] {
  const { '@context': context, ...rest } = thing
  return [...(context === 'https://schema.org' ? [] : ['@context is not https://schema.org']), ...wrongIn(rest, '')]
}

function wrongIn(thing: Thing, path: string): string[] {
  const { '@type': type, '@id': _id, ...values } = thing
  const known = types[type as TypeName] as Readonly<Record<string, Property>> | undefined
  if (!known) return [`${path}: no type ${String(type)}`]
  const here = path ? `${path}.` : ''
  const missing = Object.entries(known).filter(([name, { required }]) => required && values[name] === undefined)
  return [
    ...missing.map(([name]) => `${here}${name} is missing`),
    ...Object.entries(values).flatMap(([name, value]) => {
      const property = known[name]
      if (!property) return [`${here}${name} is no property of ${String(type)}`]
      const all = Array.isArray(value) ? value : [value]
      if (Array.isArray(value) && !property.many) return [`${here}${name} is one thing, not several`]
      if (all.length === 0 && property.required && name !== 'hasMenuSection') return [`${here}${name} is empty`]
      return all.flatMap((one, index) => wrongValue(one, property.is, `${here}${name}[${index}]`))
    }),
  ]
}

function wrongValue(value: unknown, is: Kind, path: string): string[] {
  if (is in types) {
    const thing = value as Thing
    return thing?.['@type'] === is ? wrongIn(thing, path) : [`${path} is no ${is}`]
  }
  if (is === 'number') return typeof value === 'number' && Number.isFinite(value) ? [] : [`${path} is no number`]
  if (is === 'boolean') return typeof value === 'boolean' ? [] : [`${path} is not true or false`]
  return typeof value === 'string' && texts[is]?.test(value) ? [] : [`${path} is no ${is}: ${String(value)}`]
}
