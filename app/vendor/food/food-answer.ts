import type { ImportReport } from '../../../domain/catalog/menu-csv.ts'
import type { ActionAnswer } from '../../ui/action-answer.ts'

/** What the Food screen hears back; of an import the report too. */
export type FoodAnswer = ActionAnswer & { report?: ImportReport }
