/** What every step of the registration gets. */
export type StepProps = {
  fields: Readonly<Record<string, string>>
  /** Stores what is typed, though nobody pressed Next. */
  keep(): void
  /** Is told in words why the step cannot go on yet, or null where it can. */
  setMissing(missing: string | null): void
}
