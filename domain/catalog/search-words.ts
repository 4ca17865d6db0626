import { type SQL, sql } from 'drizzle-orm'

/** What a campus calls by more than one name: who asks for the first means any of the others too. */
const other_names: Readonly<Record<string, readonly string[]>> = {
  indomie: ['noodle'],
  noodle: ['indomie'],
  noodles: ['indomie'],
  swallow: ['amala', 'eba', 'fufu', 'pounded', 'semo', 'tuwo', 'wheat'],
  minerals: ['coke', 'fanta', 'sprite', 'malt'],
}

/** As many as a line of typing holds; the rest is not looked for. */
const MOST_WORDS = 8
/** Shorter words are looked for as they begin, since among three letters everything is alike. */
const SHORTEST_MISSPELT = 4
/** From so many letters on, two of them may be wrong instead of one. */
const TWO_WRONG_FROM = 7
/** How alike the trigrams of a misspelling are at least; an index finds such words, and letters are counted after. */
const LIKENESS = 0.3

/** The words of a search, brought to lower case without accents before (`search_text`). */
export function searchWords(normal_search: string): string[] {
  return normal_search.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
}

/** Whether a name (as `search_text` gives it) may be like any of the words: what an index can find. */
export function mayBeLike(words: readonly string[], name: SQL): SQL {
  const tests = words.flatMap((word) => {
    const spelt = [word, ...(other_names[word] ?? [])].map((one) => sql`${name} like ${contains(one)}`)
    return word.length < SHORTEST_MISSPELT ? spelt : [...spelt, sql`${word} <<% ${name}`]
  })
  return sql`(${sql.join(tests, sql` or `)})`
}

/** The setting of pg_trgm that `mayBeLike` goes by, for the transaction that asks. */
export const useLikeness = sql`set_config('pg_trgm.strict_word_similarity_threshold', ${String(LIKENESS)}, true)`

const contains = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/**
 * How well a name (as `search_text` gives it) fits the words, from 0 to 1: 1 where each of them begins a word of the
 * name, less where one is called so by others, stands within a word, or is misspelt: "amla" is amala,
 * "rice" is no juice.
 */
export function likenessOf(words: readonly string[], name: string): number {
  const spoken = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const begins = (word: string) =>
    name.startsWith(word) || [...name.matchAll(/[^\p{L}\p{N}]/gu)].some(({ index }) => name.startsWith(word, index + 1))
  const howWell = (word: string): number => {
    if (begins(word)) return 1
    if (other_names[word]?.some(begins)) return 0.9
    if (word.length < SHORTEST_MISSPELT) return 0
    if (name.includes(word)) return 0.8
    const wrong = Math.min(...spoken.map((one) => lettersWrong(word, one)))
    return wrong <= (word.length < TWO_WRONG_FROM ? 1 : 2) ? 0.7 - wrong / 10 : 0
  }
  return words.reduce((sum, word) => sum + howWell(word), 0) / words.length
}

/** How many letters must be put in, left out, exchanged or swapped with the next to make one word of the other. */
function lettersWrong(word: string, other: string): number {
  let before: number[] = []
  let row = [...Array(other.length + 1).keys()]
  for (let i = 1; i <= word.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = word[i - 1] === other[j - 1] ? 0 : 1
      const swapped = i > 1 && j > 1 && word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1]
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + same,
        swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = row
    row = next
  }
  return row[other.length] ?? 0
}

/** Keeps what is like enough, and not much less so than the best of all. */
export function likeEnough<Found extends { likeness: number }>(found: readonly Found[], likest: number): Found[] {
  return found.filter(({ likeness }) => likeness >= 0.35 && likeness >= likest - 0.25)
}
