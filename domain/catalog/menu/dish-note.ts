import { namesWebAddress } from '../../plain-text.ts'
import type { ChosenOption } from './option-groups.ts'

/** The group of a choice that every dish has: what its customer asks of it. No kitchen's group can be called so. */
const OF_NOTE = ':note'
/** So that it says wherever choices are named what it is. */
const NOTE_BEGINS = 'Note: '

/** A text message to the kitchen carries it among the dishes. */
export const LONGEST_DISH_NOTE = 60

/** The choice that says what is asked of a dish, as it stands on a line (decision 182); none for nothing. */
export function noteChoice(typed: string): ChosenOption[] {
  const text = typed
    // In a text message it stands among the dishes, and must not look like one more, or like a choice that is paid.
    .replace(/[()"]/g, ' ')
    .replaceAll(',', ';')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_DISH_NOTE)
    .trimEnd()
    // Half of a sign, which no database stores.
    .replace(/[\uD800-\uDBFF]$/, '')
  return text ? [{ group: OF_NOTE, name: NOTE_BEGINS + text }] : []
}

export const isNote = ({ group }: ChosenOption): boolean => group === OF_NOTE

/** The choices of a line without its note. */
export const withoutNote = (chosen: readonly ChosenOption[] = []): ChosenOption[] =>
  chosen.filter((one) => !isNote(one))

/** What is asked of a dish, as it stands on its line; empty for nothing. */
export const noteText = (chosen: readonly ChosenOption[] = []): string =>
  chosen.find(isNote)?.name.slice(NOTE_BEGINS.length) ?? ''

/** Whether a note is one that we do not take along: kitchens would tap its web address. */
export const isRefusedNote = (typed: string): boolean => namesWebAddress(typed)

/** The note of a line, tidied, as a choice: none where it is empty or refused. */
export function notesOf(chosen: readonly ChosenOption[]): ChosenOption[] {
  const text = noteText(chosen).replace(/\p{Cc}/gu, ' ')
  return isRefusedNote(text) ? [] : noteChoice(text)
}
