import { nigerianPhone } from '../../accounts/phone-login.ts'
import { parseCsv } from '../../csv.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'

/** What is a kitchen's own: said once, in its first line. */
export const kitchen_columns = ['kitchen', 'phone', 'category', 'address', 'landmark', 'about'] as const
/** What is a dish's, as the file of a menu has it; its name stands in `dish`. */
export const dish_columns = ['dish', 'price', 'description', 'section', 'options', 'diets', 'contains'] as const
const columns = [...kitchen_columns, ...dish_columns]
export type FileColumn = (typeof columns)[number]

/** The most lines of a file besides its first: 500 kitchens of ten dishes. */
export const MOST_LINES = 5000

export type FileLine = { line: number; cells: readonly string[] }
/** The lines of one kitchen, in the sequence of the file. */
export type FileKitchen = {
  name: string
  /** In E.164; null where none is said, or none that is Nigerian. */
  phone: string | null
  lines: FileLine[]
  /** The line of an earlier kitchen in the file with the same phone number. */
  same_phone: { line: number; name: string } | null
}
export type FileOfKitchens = {
  header: readonly string[]
  /** What stands in a line; empty where the file has no such column, and for `cellOf` undefined. */
  cellOf(line: FileLine, column: FileColumn): string | undefined
  kitchens: FileKitchen[]
  /** Lines without a kitchen's name. */
  nobodys: FileLine[]
}

/**
 * A file of kitchens and their dishes, one line a dish (docs/product.md#many-kitchens-at-once). A kitchen is known by
 * its name, whose lines need not stand together. Refused without the columns `kitchen` and `dish`, and with more than
 * `MOST_LINES`.
 */
export function readKitchens(text: string): Accepted<FileOfKitchens> | Refused<'no_columns' | 'too_long', undefined> {
  const [first, ...lines] = parseCsv(text)
  const header = first?.cells ?? []
  const names = header.map((cell) => cell.toLowerCase())
  if (!names.includes('kitchen') || !names.includes('dish')) return refused('no_columns')
  if (lines.length > MOST_LINES) return refused('too_long')
  const cellOf = (line: FileLine, column: FileColumn): string | undefined => {
    const place = names.indexOf(column)
    return place < 0 ? undefined : (line.cells[place] ?? '')
  }
  const by_name = new Map<string, FileKitchen>()
  const by_phone = new Map<string, FileKitchen>()
  const nobodys: FileLine[] = []
  for (const line of lines) {
    const name = (cellOf(line, 'kitchen') ?? '').replace(/\s+/g, ' ')
    if (name === '') {
      nobodys.push(line)
      continue
    }
    const known = by_name.get(kitchenKey(name))
    if (known) {
      known.lines.push(line)
      continue
    }
    const phone = nigerianPhone(cellOf(line, 'phone') ?? '')
    const earlier = phone === null ? undefined : by_phone.get(phone)
    const same_phone = earlier ? { line: earlier.lines[0]?.line ?? 0, name: earlier.name } : null
    const kitchen: FileKitchen = { name, phone, lines: [line], same_phone }
    by_name.set(kitchenKey(name), kitchen)
    if (phone !== null && !earlier) by_phone.set(phone, kitchen)
  }
  return accepted({ header, cellOf, kitchens: [...by_name.values()], nobodys })
}

/** By what two names are the same kitchen's. */
export const kitchenKey = (name: string): string => name.toLowerCase()
