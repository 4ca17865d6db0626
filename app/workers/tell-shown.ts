/** On a line that comes and goes. */
const TELL_AGAIN_MS = [2000, 8000, 20_000]

/** Tells our server that this device showed the push with that number. */
export async function tellShown(id: string): Promise<void> {
  for (const wait_ms of [0, ...TELL_AGAIN_MS]) {
    await new Promise((resolve) => setTimeout(resolve, wait_ms))
    const body = new URLSearchParams({ id })
    const answer = await fetch('/push/shown' satisfies Address, { method: 'POST', body }).catch(() => null)
    if (answer && answer.status < 500) return
  }
}
