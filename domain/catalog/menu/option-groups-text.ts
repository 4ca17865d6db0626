import { nairaDecimal } from '../../money.ts'
import type { OptionGroupDraft } from './option-group-form.ts'
import { type OptionGroup, ruleOf } from './option-groups.ts'

/**
 * A dish's choices as one line of text, for a cell of a spreadsheet: `Size: Small +0 | Large +500; Extras (up to 2):
 * Plantain +300`. Groups are divided by `;`, choices by `|`. A group's name is followed by how many to choose: `(one)`,
 * which may be left out, `(up to 2)`, `(any)` or `(1 to 2)`. Prices are naira, added to the dish's own.
 */
export function writeOptionGroups(groups: readonly OptionGroup[]): string {
  return groups
    .map((group) => {
      const options = group.options.map(
        ({ name, price_kobo }) => `${name} +${nairaDecimal(price_kobo).replace(/\.00$/, '')}`,
      )
      return `${group.name}${ruleInBrackets(group)}: ${options.join(' | ')}`
    })
    .join('; ')
}

/** Reads what `writeOptionGroups` writes, or what people type, as drafts for the form; or says what is wrong. */
export function readOptionGroups(text: string): OptionGroupDraft[] | { problem: string } {
  const drafts: OptionGroupDraft[] = []
  for (const part of text.split(';')) {
    if (part.trim() === '') continue
    const [head = '', ...rest] = part.split(':')
    const written = rest.join(':')
    if (rest.length === 0 || written.trim() === '') {
      return { problem: `“${part.trim()}” is no group of choices. Write it like Size: Small +0 | Large +500` }
    }
    const options: OptionGroupDraft['options'] = []
    for (const choice of written.split('|')) {
      const plus = choice.lastIndexOf('+')
      const name = choice.slice(0, Math.max(0, plus)).trim()
      const price = choice.slice(plus + 1).trim()
      if (!name || /[\r\n]/.test(name) || /\s/.test(price)) {
        return { problem: `“${choice.trim()}” has no price. Write it like Plantain +300` }
      }
      options.push({ name, price: price || 'nothing' })
    }
    drafts.push({ ...readHead(head.trim()), options })
  }
  return drafts
}

/** The names a message about choices is about: `option_groups.0.options.1.price` is about “Size”, “Large”. */
export function placeInDrafts(path: string, drafts: readonly OptionGroupDraft[]): string {
  const [, group_index, , option_index] = path.split('.')
  const group = drafts[Number(group_index)]
  const option = group?.options[Number(option_index)]
  return [group?.name, option?.name].flatMap((name) => (name ? [`“${name}”`] : [])).join(', ')
}

function ruleInBrackets(group: OptionGroup): string {
  switch (ruleOf(group)) {
    case 'up_to':
      return ` (up to ${group.max})`
    case 'any':
      return ' (any)'
    case 'between':
      return ` (${group.min} to ${group.max})`
    case 'one':
      // Without it, a name that ends in brackets would be read as a rule.
      return group.name.endsWith(')') ? ' (one)' : ''
  }
}

function readHead(head: string): Pick<OptionGroupDraft, 'name' | 'rule' | 'min' | 'max'> {
  const match = /\((?:(one)|(any)|up to (\d+)|(\d+) to (\d+))\)$/i.exec(head)
  if (!match) return { name: head, rule: 'one', min: '', max: '' }
  const [, one, any, up_to, min = '', max = ''] = match
  const name = head.slice(0, match.index).trim()
  if (one) return { name, rule: 'one', min: '', max: '' }
  if (any) return { name, rule: 'any', min: '', max: '' }
  return up_to ? { name, rule: 'up_to', min: '', max: up_to } : { name, rule: 'between', min, max }
}
