import { chooseEncoding, type Encoding, type Encodings, type Header } from './compression.ts'
import { type Dictionaries, packWith } from './dictionaries.ts'

/** What is sent, and how it is packed. */
export type Packed = { body: Buffer; encoding: Encoding | 'dcz' }

/** With so many others each of them is kept packed. */
const MOST_PACKED = 8
/** So many are packed at once, of all: strangers choose what is packed with what. */
const MOST_BEING_PACKED = 8
let being_packed = 0

/** A page, or a file: as it is kept, and packed with what phones have, by its hash. */
type Kept = { encodings: Encodings; packed: Map<string, Promise<Buffer>> }

/** Packed once with what a visitor has; as it is kept where that is shorter, and while many others are being packed. */
export async function packedFor(page: Kept, header: Header, dictionaries: Pick<Dictionaries, 'find'>): Promise<Packed> {
  const encoding = chooseEncoding(header('accept-encoding'))
  const as_kept = { body: page.encodings[encoding], encoding }
  const dictionary = dictionaries.find(header)
  if (!dictionary) return as_kept
  const name = dictionary.hash.toString('base64')
  let packing = page.packed.get(name)
  if (!packing) {
    if (being_packed >= MOST_BEING_PACKED) return as_kept
    being_packed++
    packing = packWith(dictionary, page.encodings.identity).finally(() => being_packed--)
    page.packed.set(name, packing)
    const longest_kept = page.packed.keys().next().value
    if (page.packed.size > MOST_PACKED && longest_kept !== undefined) page.packed.delete(longest_kept)
  }
  const body = await packing.catch(() => null)
  return body && body.length < as_kept.body.length ? { body, encoding: 'dcz' } : as_kept
}
