/** The report of one part of the bench: Markdown for people, and whether something is broken rather than slow. */
export type Section = { name: string; text: string; failed: boolean }
