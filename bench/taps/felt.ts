/**
 * Runs in the page before anything of it: says how long each press waited until the page changed on the screen, through
 * `window.felt`, which the bench puts there. It is sent as its own source text.
 */
export function tellWhatIsFelt(): void {
  addEventListener(
    'click',
    (event) => {
      // What the page presses by itself is no press of anybody.
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
