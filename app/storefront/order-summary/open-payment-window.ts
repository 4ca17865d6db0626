import type { PaymentWindowOptions } from '../../../adapters/payments/payment-provider.ts'

/** Spec §8: up to three attempts, one second apart. */
const ATTEMPTS = 3
const PAUSE_MS = 1000

type PaymentWindow = { close(): void }
type OpenWindow = (options: Record<string, unknown>) => PaymentWindow
export type WindowCallback = { status?: string; transaction_id?: number | string | null }

/** Thrown when the provider's script does not load. */
export class PaymentScriptFailed extends Error {}

/**
 * Loads the provider's script on demand and opens its window. `onAnswer` may be called several times and is a hint
 * only; `onClosed` is called once the customer closed the window.
 */
export async function openPaymentWindow(
  { script_url, global_name, options }: PaymentWindowOptions,
  on: { answer(callback: WindowCallback): void; closed(): void },
): Promise<PaymentWindow> {
  const known = () => (window as unknown as Record<string, OpenWindow | undefined>)[global_name]
  for (let attempt = 1; !known(); attempt++) {
    try {
      await loadScript(script_url)
    } catch {
      if (attempt === ATTEMPTS) throw new PaymentScriptFailed()
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  const open = known()
  if (!open) throw new PaymentScriptFailed()
  return open({ ...options, callback: on.answer, onclose: on.closed })
}

function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error('not loaded'))
    }
    document.head.append(script)
  })
}
