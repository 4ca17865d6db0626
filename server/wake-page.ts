/**
 * Runs in the browser, inline, before anything else of the page's script: it starts that script at idle on a good line,
 * at the first touch on a slow or data-saving one, and at once where the page cannot do without it (`at_once`, or a cart
 * that is not empty). A button pressed before the page is awake is remembered and pressed again once it is.
 *
 * It is sent as its own source text (server/document.ts), so it may use nothing from outside itself.
 */
export function wakePage(at_once: boolean): void {
  const script_source = document.getElementById('page-script')?.textContent ?? ''
  let started = false
  let pressed: HTMLButtonElement | null = null

  const wake = () => {
    if (started) return
    started = true
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = script_source
    document.head.append(script)
  }
  const remember = (event: Event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null
    // A search form works without script; everything else that is pressed needs the page awake.
    if (!button || (button.type === 'submit' && button.form?.method === 'get')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    pressed = button
    button.setAttribute('aria-busy', 'true')
    wake()
  }
  addEventListener('click', remember, true)
  addEventListener(
    'awake',
    () => {
      removeEventListener('click', remember, true)
      pressed?.removeAttribute('aria-busy')
      pressed?.click()
    },
    { once: true },
  )
  for (const touch of ['pointerdown', 'keydown', 'focusin']) {
    addEventListener(touch, wake, { once: true, capture: true, passive: true })
  }

  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  const slow = connection?.saveData || /2g|3g/.test(connection?.effectiveType ?? '')
  let cart_filled = false
  try {
    cart_filled = (localStorage.getItem('cart') ?? '[]').length > 2
  } catch {}
  if (at_once) wake()
  else if (cart_filled || !slow) {
    addEventListener('load', () =>
      'requestIdleCallback' in window ? requestIdleCallback(wake) : setTimeout(wake, 1),
    )
  }
}
