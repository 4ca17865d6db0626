/** HMAC-SHA256 in hexadecimal, by the browser itself. */
export async function hmac(key: string, message: string): Promise<string> {
  const encoder = new TextEncoder()
  const own = await crypto.subtle.importKey('raw', encoder.encode(key), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  const digest = new Uint8Array(await crypto.subtle.sign('HMAC', own, encoder.encode(message)))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether a PIN may be the right one, as far as a phone can tell without a network (decision 041). */
export async function mayBePin(
  delivery: { step_key: string; delivery_id: number; pin_check: number | null },
  pin: string,
): Promise<boolean> {
  if (delivery.pin_check === null) return true
  const digest = await hmac(delivery.step_key, `pin ${delivery.delivery_id} ${pin}`)
  return Number.parseInt(digest.slice(0, 2), 16) % 32 === delivery.pin_check
}
