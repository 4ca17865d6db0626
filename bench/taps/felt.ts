/**
 * Runs in the page before its own scripts: reports how long each press waited until the page changed on the screen,
 * through `window.felt`, which the bench defines. It is sent as its own source text.
 */
export function tellWhatIsFelt(): void {
  addEventListener(
    'click',
    (event) => {
      // Clicks made by scripts are no presses.
      if (!event.isTrusted) return
      const changes = new MutationObserver(() => {
        changes.disconnect()
        requestAnimationFrame(() =>
          (window as { felt?: (ms: number) => void }).felt?.(performance.now() - event.timeStamp),
        )
      })
      changes.observe(document, {
        subtree: true,
        childList: true,
        attributes: true,
        attributeFilter: ['open', 'aria-busy'],
      })
    },
    true,
  )
}

/** Runs in the page: how long the next press takes to be drawn, as the browser tells it, and to open a dialog. */
export function firstTap(): Promise<{ shown_ms: number; dialog_ms: number }> {
  const shown = new Promise<number>((resolve) => {
    const times = new PerformanceObserver((list) => {
      const [press] = list.getEntriesByName('pointerdown')
      if (press) resolve(press.duration)
    })
    times.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    // A press that was sooner shown than that is told of only as the first.
    times.observe({ type: 'first-input' })
  })
  const opened = new Promise<number>((resolve) => {
    const look = (event: PointerEvent) => {
      const is_open = document.querySelector('dialog[open]')
      if (is_open) resolve(performance.now() - event.timeStamp)
      else requestAnimationFrame(() => look(event))
    }
    addEventListener('pointerdown', look, { capture: true, once: true })
  })
  return Promise.all([shown, opened]).then(([shown_ms, dialog_ms]) => ({ shown_ms, dialog_ms }))
}
