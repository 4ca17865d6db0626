import type { ServiceTimesErrors } from '../../../domain/catalog/change-service.ts'
import type { RegistrationErrors } from '../../../domain/catalog/forms.ts'

/** What the Account screen hears back. */
export type AccountAnswer = {
  /** For the toast. */
  done?: string
  problem?: string
  errors?: RegistrationErrors
  times_errors?: ServiceTimesErrors
}
