import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

export type Encoding = 'br' | 'gzip' | 'identity'
export type Encodings = Readonly<Record<Encoding, Buffer>>

/** A body in every encoding a browser may ask for, as small as it gets. Tens of milliseconds: for what is kept. */
export async function encodeForKeeping(body: Buffer): Promise<Encodings> {
  const [br, gz] = await Promise.all([brotliAt(11, body), zip(body, { level: 9 })])
  return { br, gzip: gz, identity: body }
}

/** A body in one encoding, quickly: for what is sent once. */
export async function encodeOnce(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return body
  return encoding === 'br' ? brotliAt(4, body) : zip(body, { level: 6 })
}

/** The best encoding that an Accept-Encoding header allows. */
export function chooseEncoding(accepted: string | null | undefined): Encoding {
  if (accepted?.includes('br')) return 'br'
  return accepted?.includes('gzip') ? 'gzip' : 'identity'
}

function brotliAt(quality: number, body: Buffer): Promise<Buffer> {
  return brotli(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  })
}
