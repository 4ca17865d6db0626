import type { RatingErrors, RatingField } from '../../../domain/ratings/forms.ts'

/** What came of rating: refused beside its field, or in a sentence above the button. Done shows itself on the page. */
export type RateAnswer =
  | { ok: true; track_token: string }
  | {
      ok: false
      track_token: string
      errors: RatingErrors
      said: string | null
      typed: Record<RatingField, string>
    }
