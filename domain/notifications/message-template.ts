/** A text message as an admin may reword it. */
export type Template = {
  /** Who reads it, and when. */
  name: string
  /** Our words, until an admin saves others. */
  text: string
  /** What may stand in braces, each with a typical sample. */
  samples: Readonly<Record<string, string>>
  /** Without these its reader could not use the message. */
  required: readonly string[]
  /** The most septets; beyond them the flexible parts are cut. One part if left out. */
  longest?: number
  /** Its reader can do without it, because the tracking page says the same (decision 050). */
  dispensable?: true
}
