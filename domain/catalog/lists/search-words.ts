import { type SQL, sql } from 'drizzle-orm'

/** Things that a campus calls by more than one name: a search for the first also finds the others. */
const other_names: ReadonlyMap<string, readonly string[]> = new Map([
  ['indomie', ['noodle']],
  ['noodle', ['indomie']],
  ['noodles', ['indomie']],
  ['swallow', ['amala', 'eba', 'fufu', 'pounded', 'semo', 'tuwo', 'wheat']],
  ['minerals', ['coke', 'fanta', 'sprite', 'malt']],
])

/** About a typed line; further words are ignored. */
const MOST_WORDS = 8
/** Shorter words only match beginnings: among words of three letters everything looks alike. */
const SHORTEST_MISSPELT = 4
/** From this many letters on, two of them may be wrong instead of one. */
const TWO_WRONG_FROM = 7
/** The least trigram likeness of a misspelling. An index finds such words; then wrong letters are counted. */
const LIKENESS = 0.3

/** The words of a search that is already in lower case and without accents (`search_text`). */
export function searchWords(normal_search: string): string[] {
  return normal_search.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
}

/** Whether a name (from `search_text`) may resemble any of the words: the part that an index can find. */
export function mayBeLike(words: readonly string[], name: SQL): SQL {
  const tests = words.flatMap((word) => {
    const spelt = [word, ...(other_names.get(word) ?? [])].map((one) => sql`${name} like ${contains(one)}`)
    return word.length < SHORTEST_MISSPELT ? spelt : [...spelt, sql`${word} <<% ${name}`]
  })
  return sql`(${sql.join(tests, sql` or `)})`
}

/** Sets pg_trgm's threshold for `mayBeLike`, for this transaction. */
export const useLikeness = sql`set_config('pg_trgm.strict_word_similarity_threshold', ${String(LIKENESS)}, true)`

const contains = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/**
 * How well a name (from `search_text`) fits the words, from 0 to 1. It is 1 when each word begins a word of the name,
 * less for another name of the thing, a match inside a word, or a misspelling: "amla" finds amala, "rice" not juice.
 */
export function likenessOf(words: readonly string[], name: string): number {
  const spoken = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const begins = (word: string) =>
    name.startsWith(word) || [...name.matchAll(/[^\p{L}\p{N}]/gu)].some(({ index }) => name.startsWith(word, index + 1))
  const howWell = (word: string): number => {
    if (begins(word)) return 1
    if (other_names.get(word)?.some(begins)) return 0.9
    if (word.length < SHORTEST_MISSPELT) return 0
    if (name.includes(word)) return 0.8
    const wrong = Math.min(...spoken.map((one) => lettersWrong(word, one)))
    return wrong <= (word.length < TWO_WRONG_FROM ? 1 : 2) ? 0.7 - wrong / 10 : 0
  }
  return words.reduce((sum, word) => sum + howWell(word), 0) / words.length
}

/** The letters to add, drop, replace or swap with the next one to turn one word into the other. */
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

/** Keeps what is similar enough, and not much worse than the best. */
export function likeEnough<Found extends { likeness: number }>(found: readonly Found[], likest: number): Found[] {
  return found.filter(({ likeness }) => likeness >= 0.35 && likeness >= likest - 0.25)
}
