import type { ServiceTimesErrors } from '../../../domain/catalog/change-service.ts'
import type { RegistrationErrors } from '../../../domain/catalog/forms.ts'
import type { Hours } from '../../ui/read-hours.ts'

/** What the Account screen hears back. */
export type AccountAnswer = {
  /** For the toast. */
  done?: string
  problem?: string
  errors?: RegistrationErrors
  times_errors?: ServiceTimesErrors
  /** The form of this page that was sent. */
  intent?: string
  /** What was typed into it, for a page without scripts. */
  typed?: { hours?: Hours; times?: { preparation_minutes: string; delivery_time: string } }
}
