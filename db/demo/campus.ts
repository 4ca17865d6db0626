export type LandmarkName =
  | 'FUTA North Gate'
  | 'FUTA South Gate'
  | 'FUTA Main Gate'
  | 'FUTA East Gate'
  | 'Aluta Market'

/** Campus time, 'HH:MM'. A closing time at or before the opening one lies after midnight. An empty day is a closed one. */
export type DayHours = readonly { opens: string; closes: string }[]
/** Monday first. */
export type WeekHours = readonly [DayHours, DayHours, DayHours, DayHours, DayHours, DayHours, DayHours]

export type PictureRecipe = {
  /** A file of `@lobehub/fluent-emoji-3d/assets` without `.webp`; a colon and a tone recolour it: `1f35a:jollof`. */
  emoji: string
  background: 'jollof' | 'palm' | 'plantain' | 'leaf' | 'cream' | 'pepper' | 'sky' | 'cocoa'
  arrangement: 'single' | 'pair' | 'platter'
  /** More emoji: first the other foods of a pair (one) or platter (two), then garnish around them. */
  extras?: readonly string[]
}

export type DemoDish = {
  name: string
  description?: string
  price_naira: number
  picture: PictureRecipe | null
  sold_out?: boolean
  /** The heading it stands under on the menu. */
  section: string
}

export type DemoVendor = {
  /** Never changes: other data and addresses are made from it. */
  key: string
  name: string
  email: string
  category: string
  landmark: LandmarkName
  latitude: number
  longitude: number
  address: string
  /** Eleven digits with the leading 0. */
  phone: string
  description: string
  hours: WeekHours
  preparation_minutes: number
  delivery_time: string
  rating: number | null
  picture: PictureRecipe | null
  paused?: boolean
  status: 'Active' | 'Pending' | 'Inactive'
  bank: { bank_name: string; bank_code: string; account_number: string; account_name: string }
  dishes: readonly DemoDish[]
}
