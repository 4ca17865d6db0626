/** After this a kept page is shown, if there is one. */
const PATIENCE_MS = 8000
/** Right after that, nobody waits as long again. */
const SHORT_PATIENCE_MS = 1000
const SLOW_FOR_MS = 30_000

let slow_until = 0

/** The answer, or why there is none: it failed or, before a page that is `kept`, it is awaited no longer. */
export function withPatience(
  asked: Promise<Response>,
  { kept, in_full = false }: { kept: boolean; in_full?: boolean },
): Promise<Response | 'failed' | 'too_slow'> {
  const answer = asked.catch(() => 'failed' as const)
  if (!kept) return answer
  const patience_ms = !in_full && Date.now() < slow_until ? SHORT_PATIENCE_MS : PATIENCE_MS
  return new Promise((resolve) => {
    let in_time = true
    const over = setTimeout(() => {
      in_time = false
      slow_until = Date.now() + SLOW_FOR_MS
      resolve('too_slow')
    }, patience_ms)
    void answer.then((response) => {
      clearTimeout(over)
      if (response !== 'failed' && in_time) slow_until = 0
      resolve(response)
    })
  })
}
