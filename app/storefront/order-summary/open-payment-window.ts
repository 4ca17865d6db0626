import type { PaymentWindowOptions } from '../../../adapters/payments/payment-provider.ts'

/** How often the script is asked for, one second apart. */
const ATTEMPTS = 3
const PAUSE_MS = 1000
/** A script that has not come by then will not come: the customer gets the message and their button back. */
const LONGEST_LOAD_MS = 15_000

export type PaymentWindow = { close(): void }
type OpenWindow = (options: Record<string, unknown>) => PaymentWindow
export type WindowCallback = { status?: string; transaction_id?: number | string | null }

/** Thrown when the provider's script does not load, or loads without being the provider's script. */
export class PaymentScriptFailed extends Error {}

/**
 * Loads the provider's script on demand and opens its window. `on.answer` may be called several times and is a hint
 * only; `on.closed` is called once the customer closed the window, and is told whether that was before any result.
 */
export async function openPaymentWindow(
  { script_url, global_name, options }: PaymentWindowOptions,
  on: { answer(callback: WindowCallback): void; closed(incomplete: boolean): void },
): Promise<PaymentWindow> {
  const known = () => (window as unknown as Record<string, OpenWindow | undefined>)[global_name]
  for (let attempt = 1; attempt <= ATTEMPTS && !known(); attempt++) {
    if (attempt > 1) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    await loadScript(script_url)
  }
  const open = known()
  if (!open) throw new PaymentScriptFailed()
  return open({
    ...options,
    callback: on.answer,
    onclose: (incomplete: unknown) => on.closed(incomplete === true),
  })
}

/** Resolves when the script ran, failed or took too long; whether it did its work shows in what it defined. */
function loadScript(url: string): Promise<void> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    const done = () => {
      clearTimeout(timer)
      script.remove()
      resolve()
    }
    const timer = setTimeout(done, LONGEST_LOAD_MS)
    script.src = url
    script.onload = done
    script.onerror = done
    document.head.append(script)
  })
}
