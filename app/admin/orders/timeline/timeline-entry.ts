/** What the lines of an order's timeline can be about, as its filter offers them. */
export const timeline_kinds = {
  order: 'Kitchen and order',
  rider: 'Rider',
  money: 'Money',
  message: 'Messages',
  trouble: 'Trouble',
} as const

export type TimelineKind = keyof typeof timeline_kinds

/** The kind in an address (`?show=money`); null for everything. */
export function kindIn(query: URLSearchParams): TimelineKind | null {
  const asked = query.get('show')
  return asked !== null && Object.hasOwn(timeline_kinds, asked) ? (asked as TimelineKind) : null
}

/** One line of the timeline. What it has no use for is left out. */
export type TimelineEntry = {
  id: string
  kind: TimelineKind
  at: Date
  what: string
  who?: string | null
  /** Why, or what somebody said. */
  note?: string | null
  /** Where something stands after it, or stands now. */
  status?: string | null
  /** The words of a message; null where they are deleted or this role does not read them. */
  words?: string | null
  photo?: string | null
  to?: Address
}
