import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** What a visitor's request says under a name. */
export type Header = (name: string) => string | null | undefined

export type Encoding = 'br' | 'gzip' | 'identity'
export type Encodings = Readonly<Record<Encoding, Buffer>>

/**
 * A body in every encoding a browser may ask for, as small as possible. Takes tens of milliseconds: for what is kept.
 */
export async function encodeForKeeping(body: Buffer): Promise<Encodings> {
  const [br, gz] = await Promise.all([brotliAt(11, body), zip(body, { level: 9 })])
  return { br, gzip: gz, identity: body }
}

/** A body in one encoding, quickly: for what is sent once. */
export async function encodeOnce(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return body
  return encoding === 'br' ? brotliAt(4, body) : zip(body, { level: 6 })
}

/** The best encoding that an Accept-Encoding header allows (RFC 9110 §12.5.3); `q=0` forbids one. */
export function chooseEncoding(accepted: string | null | undefined): Encoding {
  // What nearly every browser sends, without taking it apart.
  if (!accepted) return 'identity'
  if (!accepted.includes(';') && accepted.includes('br')) return 'br'
  const allowed = new Map(
    accepted.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      return [name, !parameters.some((text) => /^q=0(\.0*)?$/.test(text))]
    }),
  )
  const allows = (name: Encoding) => allowed.get(name) ?? allowed.get('*') ?? false
  if (allows('br')) return 'br'
  return allows('gzip') ? 'gzip' : 'identity'
}

function brotliAt(quality: number, body: Buffer): Promise<Buffer> {
  return brotli(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  })
}
