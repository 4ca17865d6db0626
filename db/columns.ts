import { customType, timestamp } from 'drizzle-orm/pg-core'
import { type Kobo, koboFromNaira, nairaDecimal } from '../domain/money.ts'

/** Integer kobo in code, `numeric(12,2)` naira in the table, so that tables read as people write amounts. */
export const koboColumn = customType<{ data: Kobo; driverData: string }>({
  dataType: () => 'numeric(12,2)',
  fromDriver: (value) => koboFromNaira(value),
  toDriver: (kobo) => nairaDecimal(kobo),
})

/** Kobo like `koboColumn`, with room for what very many of them come to. */
export const koboSumColumn = customType<{ data: Kobo; driverData: string }>({
  dataType: () => 'numeric(18,2)',
  fromDriver: (value) => koboFromNaira(value),
  toDriver: (kobo) => nairaDecimal(kobo),
})

/** A point in time. Never a local time. */
export const instantColumn = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
