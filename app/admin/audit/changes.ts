import { describeWeek, type WeekHours } from '../../../domain/catalog/hours/opening-hours.ts'
import { formatCampusDateTime } from '../../../domain/clock.ts'
import type { AuditNames } from '../../../domain/desk/audit-names.ts'
import { formatNaira, kobo } from '../../../domain/money.ts'

const labels: Readonly<Record<string, string>> = {
  rider_id: 'Rider',
  delivery_ids: 'Orders',
  vendor_share: 'Vendor’s share',
  refund: 'Goes back',
  delivery_fee: 'Of it delivery fee',
  tip: 'Of it tip',
  bank_reference: 'The bank’s reference',
  ours: 'We said',
  theirs: 'The provider said',
  tx_ref: 'Payment reference',
  week_hours: 'Week',
  hours_exceptions: 'Dates',
  no_pin_reason: 'Why without a PIN',
}

type Parts = Readonly<Record<string, unknown>>

/** What an entry of the audit log changed, one line per part: "Status: from Pending to Cancelled". */
export function changesInWords(before: unknown, after: unknown, names: AuditNames): string[] {
  const [old, now] = [partsOf(before), partsOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name) => {
    const was = Object.hasOwn(old, name) ? inWords(name, old[name], names) : null
    const is = Object.hasOwn(now, name) ? inWords(name, now[name], names) : null
    if (was === is) return []
    const change = was === null ? is : is === null ? `was ${was}` : `from ${was} to ${is}`
    return [`${labelOf(name)}: ${change}`]
  })
}

function partsOf(value: unknown): Parts {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Parts) : {}
}

function labelOf(name: string): string {
  const bare = name.replace(/_(kobo|percent)$/, '')
  if (Object.hasOwn(labels, bare)) return labels[bare] ?? bare
  const words = bare.replace(/_(at|id)$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function inWords(name: string, value: unknown, names: AuditNames): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') {
    if (name.endsWith('_kobo')) return formatNaira(kobo(value))
    return name.endsWith('percent') ? `${value} %` : String(value)
  }
  if (typeof value === 'string') return textInWords(name, value, names)
  if (name === 'week_hours') return describeWeek(value as WeekHours) || 'closed'
  if (name === 'delivery_ids' && Array.isArray(value))
    return value.map((id) => names.get(`delivery:${id}`) ?? 'one that is gone').join(', ') || 'none'
  if (Array.isArray(value)) return value.map((one) => inWords('', one, names)).join('; ') || 'none'
  const parts = Object.entries(partsOf(value))
  return parts.map(([part, one]) => `${labelOf(part)} ${inWords(part, one, names)}`).join(', ') || 'none'
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

function textInWords(name: string, value: string, names: AuditNames): string {
  if (name === 'rider_id') return names.get(`rider:${value}`) ?? 'a rider who is gone'
  // As cases that opened by themselves were once noted.
  if (name === 'about' && /^\+\d{8,15}$/.test(value)) return 'a customer'
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatCampusDateTime(new Date(value))
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return day.format(new Date(value))
  return /^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value
}

/** The riders that an entry mentions, as subjects: their names are looked up before the entry is put in words. */
export function ridersIn(...values: readonly unknown[]): string[] {
  return values.flatMap((value) => {
    const { rider_id } = partsOf(value)
    return typeof rider_id === 'string' ? [`rider:${rider_id}`] : []
  })
}

/** The deliveries that an entry mentions, which are called by their orders. */
export function deliveriesIn(...values: readonly unknown[]): string[] {
  return values.flatMap((value) => {
    const { delivery_ids } = partsOf(value)
    return Array.isArray(delivery_ids) ? delivery_ids.map((id) => `delivery:${id}`) : []
  })
}
