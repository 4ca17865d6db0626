import { and, type SQL, sql } from 'drizzle-orm'

/** What a search box may hold. */
const LONGEST_SEARCH = 80
const MOST_WORDS = 8
/** Shorter ones are in no index of trigrams. */
const SHORTEST_INDEXED = 3

/** What was typed into a search box, as lists read it. */
export function readSearch(text: string): string {
  return text.trim().slice(0, LONGEST_SEARCH)
}

/**
 * Every word of a search stands somewhere in `text`, in any order: people's names are written both ways round. `text`
 * is what `search_text` made of a column, so accents and capitals count for nothing.
 * A search without a word finds everything.
 */
export function holdsEveryWord(text: SQL, search: string): SQL {
  const words = wordsOf(search).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  return and(...words.map((word) => sql`${text} like search_text(${word})`)) ?? sql`true`
}

/** Whether an index of trigrams can narrow a search at all. */
export function isIndexed(search: string): boolean {
  return wordsOf(search).some((word) => word.length >= SHORTEST_INDEXED)
}

const wordsOf = (search: string) => search.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
