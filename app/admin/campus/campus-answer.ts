import type { CampusImport } from '../../../domain/places/import-campus.ts'
import type { ActionAnswer } from '../../ui/forms/action-answer.ts'

/** The answer to the page of the campus; to a file also what it would bring, and its good part to be sent back. */
export type CampusAnswer = ActionAnswer & { preview?: CampusImport & { good: string } }
