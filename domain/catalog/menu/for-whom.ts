import type { ChosenOption } from './option-groups.ts'

/** The group of a choice that every line may have: whose it is. No kitchen's group can be called so (decision 131). */
const FOR_WHOM = ':for'

/** A first name among friends: letters, figures, spaces, hyphens; nothing that a phone makes a link of. */
export const MEMBER_NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}'’ -]{0,19}$/u

/** The choice that a dish is this member's. */
export const forWhom = (name: string): ChosenOption => ({ group: FOR_WHOM, name: `for ${name}` })

/** The choices of a line that say whose it is: one, or none. What is no name is left out. */
export function ownersOf(chosen: readonly ChosenOption[]): ChosenOption[] {
  const owner = chosen.find(({ group }) => group === FOR_WHOM)
  return owner?.name.startsWith('for ') && MEMBER_NAME.test(owner.name.slice(4)) ? [owner] : []
}
