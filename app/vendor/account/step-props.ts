/** What every step of the registration gets. */
export type StepProps = {
  fields: Readonly<Record<string, string>>
  /** Stores what is typed, though nobody pressed Next. */
  keep(): void
  /** Why nobody can go on yet, in words; null where nothing is in the way. */
  setMissing(missing: string | null): void
}
