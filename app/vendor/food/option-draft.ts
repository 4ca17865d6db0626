import type { OptionGroupDraft } from '../../../domain/catalog/menu/option-group-form.ts'
import { type OptionGroup, ruleOf } from '../../../domain/catalog/menu/option-groups.ts'

/** A group in the editor: what the form takes, and an id that stays while others come and go. */
export type GroupDraft = Omit<Required<OptionGroupDraft>, 'options'> & { id: string; options: OptionDraft[] }
export type OptionDraft = { id: string; name: string; price: string }

export function emptyOption(): OptionDraft {
  return { id: crypto.randomUUID(), name: '', price: '' }
}

export function emptyGroup(): GroupDraft {
  const options = [emptyOption(), emptyOption()]
  return { id: crypto.randomUUID(), name: '', rule: 'one', min: '1', max: '2', options }
}

/** A dish's groups as its owner may change them. */
export function draftsOf(groups: readonly OptionGroup[]): GroupDraft[] {
  return groups.map((group) => ({
    id: crypto.randomUUID(),
    name: group.name,
    rule: ruleOf(group),
    min: String(Math.max(1, group.min)),
    max: String(group.max),
    options: group.options.map((option) => ({
      id: crypto.randomUUID(),
      name: option.name,
      price: option.price_kobo === 0 ? '' : String(option.price_kobo / 100),
    })),
  }))
}

/** The groups kept of an unfinished dish; null for what is no list of groups. */
export function draftsFrom(kept: string | undefined): GroupDraft[] | null {
  try {
    const value: unknown = JSON.parse(kept ?? 'null')
    return Array.isArray(value) ? (value as GroupDraft[]) : null
  } catch {
    return null
  }
}
