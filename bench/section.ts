/** What a part of the bench has to say: Markdown for people, and whether something is broken rather than slow. */
export type Section = { name: string; text: string; failed: boolean }
