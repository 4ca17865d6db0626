import { readStorage, writeStorage } from '../cart/stored-list.ts'

const KEY = 'checkoutForm'

export type Draft = Record<string, string>

/** What was typed before the battery died. Kept on this phone only. */
export function readDraft(): Draft {
  try {
    const value: unknown = JSON.parse(readStorage(KEY) ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Draft) : {}
  } catch {
    return {}
  }
}

/** Keeps what is typed, and answers it. `more` is what no field shows, see `useCheckoutForm`. */
export function saveDraft(form: HTMLFormElement, more: Draft): Draft {
  const draft = { ...more }
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && !name.startsWith('_')) draft[name] = value
  }
  writeStorage(KEY, JSON.stringify(draft))
  return draft
}
