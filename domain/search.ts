import { and, type SQL, sql } from 'drizzle-orm'

/** The most that is read from a search box. */
const LONGEST_SEARCH = 80
const MOST_WORDS = 8
/** Shorter words are in no trigram index. */
const SHORTEST_INDEXED = 3

/** The text of a search box, as lists read it. */
export function readSearch(text: string): string {
  return text.trim().slice(0, LONGEST_SEARCH)
}

/**
 * Whether every word of a search is somewhere in `text`, in any order, since people write names both ways round. `text`
 * comes from `search_text`, so accents and capitals do not matter. A search without a word finds everything.
 */
export function holdsEveryWord(text: SQL, search: string): SQL {
  const words = wordsOf(search).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  return and(...words.map((word) => sql`${text} like search_text(${word})`)) ?? sql`true`
}

/** Whether a trigram index can narrow a search at all. */
export function isIndexed(search: string): boolean {
  return wordsOf(search).some((word) => word.length >= SHORTEST_INDEXED)
}

/** The words of a search, the first eight. */
export const wordsOf = (search: string) => search.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
