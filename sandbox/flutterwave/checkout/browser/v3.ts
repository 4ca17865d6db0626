/* Sandbox stand-in for the payment provider's checkout script. It defines window.FlutterwaveCheckout. */
;(() => {
  type Callback = { status: string; tx_ref: string; transaction_id: number | null }
  type Options = {
    amount?: unknown
    tx_ref?: unknown
    redirect_url?: string
    meta?: Record<string, unknown>
    callback?: (payment: Callback) => void
    onclose?: (incomplete: boolean) => void
    [other: string]: unknown
  }

  const announce_within_ms = 1500
  // The frame is removed later than the key press that closed it: the browser still waits for its reply to that key.
  const remove_after_ms = 1000
  const { currentScript } = document
  const origin = new URL(currentScript instanceof HTMLScriptElement ? currentScript.src : location.href).origin
  let closeOpenFrame: (() => void) | null = null

  function openCheckout(options: Options): { close(): void } {
    closeOpenFrame?.()
    for (const old of document.querySelectorAll('iframe[name="checkout"]')) old.remove()
    const focused = document.activeElement
    const overflow = document.body.style.overflow
    const frame = makeFrame(addressOf(options))
    let fallback: HTMLElement | null = null
    let announced = false
    let open = true

    function hide() {
      if (!open) return
      open = false
      closeOpenFrame = null
      removeEventListener('message', listen)
      removeEventListener('keydown', onKey)
      frame.style.display = 'none'
      setTimeout(() => frame.remove(), remove_after_ms)
      fallback?.remove()
      document.body.style.overflow = overflow
      if (focused instanceof HTMLElement) focused.focus()
    }

    function closeAsUser(incomplete: boolean) {
      hide()
      if (options.redirect_url && incomplete) redirect(options.redirect_url, 'cancelled', options.tx_ref)
      else if (options.onclose) options.onclose(incomplete)
      else if (!options.redirect_url) location.reload()
    }

    function complete(payment: Callback) {
      const { redirect_url, callback } = options
      if (!redirect_url) callback?.(payment)
      else if (payment.status !== 'failed') {
        redirect(redirect_url, payment.status, payment.tx_ref, payment.transaction_id)
      }
    }

    function listen({ source, data }: MessageEvent) {
      if (source !== frame.contentWindow || typeof data !== 'object' || data === null) return
      if (data.name === 'readytorecieve') announced = true
      if (data.name === 'charge_complete') complete(data.payment)
      if (data.name === 'closeiframe') closeAsUser(data.incomplete)
    }

    function onKey(event: KeyboardEvent) {
      if (event.key === 'Escape') closeAsUser(true)
    }

    frame.addEventListener('load', () => {
      frame.focus()
      setTimeout(() => {
        if (announced || !open) return
        fallback = makeFallback(() => closeAsUser(true))
        document.body.append(fallback)
        fallback.querySelector('button')?.focus()
      }, announce_within_ms)
    })
    addEventListener('message', listen)
    addEventListener('keydown', onKey)
    document.body.append(frame)
    document.body.style.overflow = 'hidden'
    closeOpenFrame = hide
    return { close: hide }
  }

  function addressOf({ callback: _callback, onclose: _onclose, meta, amount, ...rest }: Options): string {
    const coerced = Number(amount)
    const config = {
      ...rest,
      amount: Number.isNaN(coerced) ? -1 : coerced,
      meta: Object.entries(meta ?? {}).map(([metaname, metavalue]) => ({ metaname, metavalue })),
    }
    const encoded = btoa(encodeURIComponent(JSON.stringify(config)))
    return `${origin}/flutterwave/pay?__=${encodeURIComponent(encoded)}`
  }

  const cover: Partial<CSSStyleDeclaration> = {
    position: 'fixed',
    inset: '0',
    width: '100%',
    height: '100%',
    border: '0',
    zIndex: '2147483647',
    colorScheme: 'light dark',
  }

  function makeFrame(src: string): HTMLIFrameElement {
    const frame = document.createElement('iframe')
    frame.id = 'flwpugpaidid'
    frame.name = 'checkout'
    frame.title = 'Payment window'
    frame.allow = 'payment'
    Object.assign(frame.style, cover)
    frame.src = src
    return frame
  }

  /** A fallback for a payment page that did not load, so that it can be closed. */
  function makeFallback(close: () => void): HTMLElement {
    const panel = document.createElement('div')
    panel.role = 'alertdialog'
    panel.ariaLabel = 'Payment window'
    panel.ariaModal = 'true'
    Object.assign(panel.style, cover, {
      display: 'grid',
      placeContent: 'center',
      gap: '16px',
      padding: '24px',
      boxSizing: 'border-box',
      background: 'Canvas',
      color: 'CanvasText',
      font: '16px system-ui, sans-serif',
      textAlign: 'center',
    })
    const text = document.createElement('p')
    text.textContent = 'The payment page could not be loaded. Nothing was charged.'
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Close'
    Object.assign(button.style, { minHeight: '44px', font: 'inherit' })
    button.addEventListener('click', close)
    panel.append(text, button)
    return panel
  }

  function redirect(to: string, status: string, tx_ref: unknown, transaction_id?: number | null) {
    const answer = new URLSearchParams({ status, tx_ref: String(tx_ref) })
    if (transaction_id) answer.set('transaction_id', String(transaction_id))
    location.assign(`${to}${to.includes('?') ? '&' : '?'}${answer}`)
  }

  Object.assign(window, { FlutterwaveCheckout: openCheckout })
})()
