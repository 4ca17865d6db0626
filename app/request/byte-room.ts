export type ByteRoom = {
  /** Counts bytes of a visitor's that are kept; false where they have no room and must not be kept. */
  take(visitor: string, bytes: number): boolean
  /** What was counted is no longer kept, or never was. */
  leave(visitor: string, bytes: number): void
}

/**
 * How many bytes of unfinished requests are kept at the same time: in all, and of one visitor. So much as
 * `always_of_one` has room whatever all others send.
 */
export function createByteRoom({
  most_in_all,
  most_of_one,
  always_of_one = 0,
}: {
  most_in_all: number
  most_of_one: number
  always_of_one?: number
}): ByteRoom {
  const of = new Map<string, number>()
  let in_all = 0
  const count = (visitor: string, by: number) => {
    in_all += by
    const own = (of.get(visitor) ?? 0) + by
    if (own === 0) of.delete(visitor)
    else of.set(visitor, own)
    return own
  }
  return {
    take(visitor, bytes) {
      const own = count(visitor, bytes)
      return bytes === 0 || own <= always_of_one || (in_all <= most_in_all && own <= most_of_one)
    },
    leave: (visitor, bytes) => void count(visitor, -bytes),
  }
}

/**
 * Reads a body into memory, counted in a room beyond its first `uncounted` bytes until it is read, so that small ones
 * always have room. Reading stops as soon as more than `most` bytes arrive, or there is no room for them.
 */
export async function readIntoRoom(
  body: ReadableStream<Uint8Array>,
  room: ByteRoom,
  { visitor, most, uncounted }: { visitor: string; most: number; uncounted: number },
): Promise<Buffer<ArrayBuffer> | 'too_large' | 'no_room'> {
  const chunks: Uint8Array[] = []
  const reader = body.getReader()
  let size = 0
  let counted = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return Buffer.concat(chunks)
      size += value.length
      const more = Math.max(0, size - uncounted) - counted
      counted += more
      const has_room = room.take(visitor, more)
      if (size > most || !has_room) {
        await reader.cancel()
        return size > most ? 'too_large' : 'no_room'
      }
      chunks.push(value)
    }
  } finally {
    room.leave(visitor, counted)
  }
}
