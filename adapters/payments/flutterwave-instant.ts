import { z } from 'zod'

/** A time of Flutterwave's, as text; null where it says none, or none that can be read. */
export const told_instant = z
  .string()
  .nullish()
  .transform((text) => {
    const read = text ? new Date(text) : null
    return read && !Number.isNaN(read.getTime()) ? read : null
  })
