import { say } from './steps.ts'

/** Tabs by the ARIA practices: arrows move and select, one tab stop. */
export function wireTabs(): void {
  const tabs = [...document.querySelectorAll<HTMLElement>('[role="tab"]')]
  for (const [i, tab] of tabs.entries()) {
    tab.addEventListener('click', () => select(tabs, tab))
    tab.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      const next = step && tabs[(i + step + tabs.length) % tabs.length]
      if (!next) return
      select(tabs, next)
      next.focus()
    })
  }
}

function select(tabs: HTMLElement[], chosen: HTMLElement): void {
  say('')
  for (const tab of tabs) {
    const selected = tab === chosen
    tab.ariaSelected = String(selected)
    tab.tabIndex = selected ? 0 : -1
    const panel = document.getElementById(tab.getAttribute('aria-controls') ?? '')
    if (panel) panel.hidden = !selected
  }
}

/** Chips fill the fields of their form; card numbers and dates get spaces while they are typed. */
export function wireFields(): void {
  for (const chip of document.querySelectorAll<HTMLElement>('[data-fill]')) {
    chip.addEventListener('click', () => {
      const form = chip.closest('form')
      for (const [name, value] of Object.entries(JSON.parse(chip.dataset.fill ?? '{}'))) {
        const field = form?.elements.namedItem(name)
        if (!(field instanceof HTMLInputElement)) continue
        field.value = String(value)
        field.dispatchEvent(new Event('input'))
      }
    })
  }
  reshape('number', (digits) => digits.replace(/(\d{4})(?=\d)/g, '$1 '))
  reshape('expiry', (digits) => (digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2, 4)}` : digits))
}

function reshape(id: string, shape: (digits: string) => string): void {
  const field = document.getElementById(id)
  if (!(field instanceof HTMLInputElement)) return
  field.addEventListener('input', () => {
    if (field.selectionStart === field.value.length) field.value = shape(field.value.replace(/\D/g, ''))
  })
}
