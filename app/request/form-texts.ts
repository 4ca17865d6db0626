/** A text field, untrimmed; empty where it is missing or a file. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** All of a form's text fields by their names; where several share a name, the first. */
export function textsOf(form: FormData): Record<string, string> {
  return Object.fromEntries([...new Set(form.keys())].map((name) => [name, textOf(form, name)]))
}
