/**
 * Runs in the page before its own scripts: reports how long each press waited until something showed on the screen,
 * through `window.felt`, which the bench defines: what is pressed itself, or where that has no look of its own what
 * came of it. It is sent as its own source text.
 */
export function tellWhatIsFelt(): void {
  const report = window as { felt?: (ms: number) => void }
  addEventListener(
    'pointerdown',
    ({ isTrusted, timeStamp, target }) => {
      const pressed = target instanceof Element && target.closest('a, button')
      // Presses made by scripts are none.
      if (!isTrusted || !pressed) return
      let told = false
      /** In a frame that is being drawn: what comes next comes after it. */
      const tell = () => {
        if (told) return
        told = true
        changes.disconnect()
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => report.felt?.(performance.now() - timeStamp)
        port2.postMessage(null)
      }
      const changes = new MutationObserver(() => requestAnimationFrame(tell))
      changes.observe(document, {
        subtree: true,
        childList: true,
        attributes: true,
        attributeFilter: ['open', 'aria-busy'],
      })
      requestAnimationFrame(() => Number(getComputedStyle(pressed).opacity) < 1 && tell())
    },
    true,
  )
}
