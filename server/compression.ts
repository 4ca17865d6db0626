import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

export type Encodings = { readonly br: Buffer; readonly gzip: Buffer; readonly identity: Buffer }

/** A text in every encoding a browser may ask for. Costs some milliseconds, so it is done once per change. */
export async function encode(body: Buffer): Promise<Encodings> {
  const [br, gz] = await Promise.all([
    brotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    zip(body, { level: 9 }),
  ])
  return { br, gzip: gz, identity: body }
}

/** The best encoding that an Accept-Encoding header allows. */
export function chooseEncoding(accepted: string | undefined): keyof Encodings {
  if (accepted?.includes('br')) return 'br'
  return accepted?.includes('gzip') ? 'gzip' : 'identity'
}
