import type { ImportReport } from '../../../domain/catalog/menu/menu-csv.ts'
import type { ActionAnswer } from '../../ui/forms/action-answer.ts'

/** The answer to the Food screen; to an import also its report. */
export type FoodAnswer = ActionAnswer & { report?: ImportReport }
