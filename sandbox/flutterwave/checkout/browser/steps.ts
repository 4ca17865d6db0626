/** One step of the page is shown at a time inside its method's panel, or alone at the end. */

export function showStep(name: string): void {
  const step = document.querySelector<HTMLElement>(`[data-step="${name}"]`)
  if (!step) return
  const panel = step.closest('[role="tabpanel"]')
  for (const other of document.querySelectorAll<HTMLElement>('[data-step]')) {
    const same_panel = other.closest('[role="tabpanel"]') === panel
    if (same_panel || panel === null) other.hidden = other !== step
  }
  const tabs = document.querySelector<HTMLElement>('[data-methods]')
  if (tabs) tabs.hidden = panel === null
  const field = step.querySelector<HTMLElement>('input, select')
  ;(field ?? step).focus()
}

/** Back to the first step of every method after a failed attempt. */
export function startAgain(): void {
  for (const panel of document.querySelectorAll('[role="tabpanel"]')) {
    const [first, ...others] = panel.querySelectorAll<HTMLElement>('[data-step]')
    if (first) first.hidden = false
    for (const other of others) other.hidden = true
  }
  for (const end of document.querySelectorAll<HTMLElement>('main > [data-step]')) end.hidden = true
  const tabs = document.querySelector<HTMLElement>('[data-methods]')
  if (tabs) tabs.hidden = false
  document.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus()
}

export function say(alert: string): void {
  const place = document.getElementById('alert')
  if (place) place.textContent = alert
}

export function write(step: string, texts: Record<string, string>): void {
  for (const [name, text] of Object.entries(texts)) {
    const place = document.querySelector(`[data-step="${step}"] [data-text="${name}"]`)
    if (place) place.textContent = text
  }
}
