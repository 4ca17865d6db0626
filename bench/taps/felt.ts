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
