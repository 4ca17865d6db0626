import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'

/**
 * What better-auth sealed under the secret `before`, sealed under `now`; null where `before` does not open it, so that
 * what stands under another secret stays as it is.
 */
export async function sealAnew(sealed: string, secrets: { before: string; now: string }): Promise<string | null> {
  const data = await opened(sealed, secrets.before)
  return data === null ? null : symmetricEncrypt({ key: secrets.now, data })
}

/** The cipher is authenticated: under another secret nothing opens, and better-auth throws. */
const opened = (data: string, key: string): Promise<string | null> => symmetricDecrypt({ key, data }).catch(() => null)
