import { and, desc, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { holdsEveryWord, isIndexed, wordsOf } from '../search.ts'
import { orders } from './tables.ts'

/** So many of the newest orders say which words are common: those that more than this part of them hold. */
const ASKED = 200
const COMMON_PART = 0.1

/**
 * The condition that an order holds every word of a search. Of a common word the index knows a list as long as that of
 * the orders, and reading it costs more than looking at the few orders that have a rare one; so where there is a rare
 * word, the index is asked for that alone.
 */
export async function holdsWords(db: Db, search: string): Promise<SQL> {
  const common = await commonWords(db, wordsOf(search))
  const rare = wordsOf(search).filter((word) => !common.includes(word))
  if (common.length === 0 || !isIndexed(rare.join(' '))) return holdsEveryWord(sql`${orders.words}`, search)
  const beside_index = holdsEveryWord(sql`(${orders.words} || '')`, common.join(' '))
  return and(holdsEveryWord(sql`${orders.words}`, rare.join(' ')), beside_index) ?? beside_index
}

async function commonWords(db: Db, words: readonly string[]): Promise<string[]> {
  if (words.length < 2) return []
  const newest = db.select({ words: orders.words }).from(orders).orderBy(desc(orders.id)).limit(ASKED).as('newest')
  const holding = words.map((word) => sql`avg((${holdsEveryWord(sql`${newest.words}`, word)})::int)::float8`)
  const [asked] = await db.select({ parts: sql<(number | null)[]>`array[${sql.join(holding, sql`, `)}]` }).from(newest)
  return words.filter((_, place) => (asked?.parts[place] ?? 0) > COMMON_PART)
}
