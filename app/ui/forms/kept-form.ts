/**
 * What was typed into a form, kept in this tab until it is saved: a session that ended in the middle, or a page that
 * was reloaded, loses nothing. Gone with the logout, which clears the session storage.
 */
export function keepForm(key: string, form: HTMLFormElement): void {
  const fields = [...new FormData(form)].filter(
    ([name, value]) => typeof value === 'string' && name !== 'intent' && name !== 'id',
  )
  try {
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(fields)))
  } catch {
    // A full or forbidden storage only costs this convenience.
  }
}

/** Puts what was kept back into the form's visible fields; answers all of it, empty where there is nothing. */
export function restoreForm(key: string, form: HTMLFormElement): Record<string, string> {
  const kept = readKept(key)
  if (Object.keys(kept).length === 0) return kept
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
      field.checked = kept[field.name] === field.value
      continue
    }
    const fillable =
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement ||
      (field instanceof HTMLInputElement && !['hidden', 'file', 'submit'].includes(field.type))
    const value = fillable ? kept[field.name] : undefined
    if (fillable && value !== undefined) field.value = value
  }
  return kept
}

export function forgetForm(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // As above.
  }
}

/** What is kept under `key`, by the names of its fields; empty where there is nothing. */
export function readKept(key: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, string>) : {}
  } catch {
    return {}
  }
}

/**
 * Keeps it on our server too, at `path`. A lost connection or session costs nothing: the next keystroke tries again.
 */
export async function keepOnServer(path: string, form: HTMLFormElement): Promise<void> {
  const values = new FormData(form)
  values.delete('picture')
  try {
    await fetch(path, { method: 'POST', body: values })
  } catch {
    // The next keystroke tries again.
  }
}

/** What a press filled in or took away is kept like what was typed. */
export function tellTyped(form: HTMLFormElement | null | undefined): void {
  form?.dispatchEvent(new Event('input', { bubbles: true }))
}
