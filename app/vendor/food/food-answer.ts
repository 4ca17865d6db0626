import type { FoodErrors } from '../../../domain/catalog/edit-food.ts'
import type { ImportReport } from '../../../domain/catalog/menu-csv.ts'

/** What the Food screen hears back: what was done, what is wrong with which field, or what went wrong as a whole. */
export type FoodAnswer = {
  /** For the toast; empty where the screen shows it by itself. */
  done?: string
  problem?: string
  errors?: FoodErrors
  report?: ImportReport
}
