import { type Kobo, sumKobo } from '../../money.ts'
import { notesOf, noteText, withoutNote } from './dish-note.ts'
import { ownersOf } from './for-whom.ts'
import type { ChosenOption, OptionGroup } from './option-groups.ts'

export type FittedChoices = {
  /**
   * What is still offered of the choices, each once, in the order of the menu, then its note, and last whose the dish
   * is.
   */
  options: ChosenOption[]
  /** What they add to the dish's own price. */
  price_kobo: Kobo
  /** Names of choices that are no longer offered. */
  gone: string[]
  /** Its note was left out, because it names a web address. */
  note_gone: boolean
  /** The first group whose rule the remaining choices break: too few of it, or too many. */
  broken: OptionGroup | null
}

/**
 * Compares what a customer chose with the dish as it is now: what it costs, and what no longer fits. Choices are
 * matched by name, whatever their capitals.
 */
export function fitChoices(groups: readonly OptionGroup[], chosen: readonly ChosenOption[] = []): FittedChoices {
  const picked = groups.map((group) => ({
    group,
    options: group.options.filter((option) =>
      chosen.some((choice) => sameName(choice.group, group.name) && sameName(choice.name, option.name)),
    ),
  }))
  const offered = picked.flatMap(({ group, options }) => options.map(({ name }) => ({ group: group.name, name })))
  const notes = notesOf(chosen)
  const options = [...offered, ...notes, ...ownersOf(chosen)]
  return {
    options,
    price_kobo: sumKobo(picked.flatMap(({ options }) => options.map((option) => option.price_kobo))),
    gone: withoutNote(chosen)
      .filter(
        (choice) => !options.some(({ group, name }) => sameName(choice.group, group) && sameName(choice.name, name)),
      )
      .map(({ name }) => name),
    note_gone: notes.length === 0 && noteText(chosen) !== '',
    broken:
      picked.find(({ group, options }) => options.length < group.min || options.length > group.max)?.group ?? null,
  }
}

export function sameName(left: string, right: string): boolean {
  return left.trim().toLowerCase() === right.trim().toLowerCase()
}
