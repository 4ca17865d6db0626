/** How much of everything is tried. */
export type Measure = {
  /** Only what has this in its name. */
  part: string
  /** The first seed; what is random is repeated by it. */
  seed: number
  kills: number
  /** Every so many-th await is deadly. */
  stride: number
  race_times: number
  webhook_seeds: number
  /** Says how far it is. */
  tell(line: string): void
}

/** A line of the table. */
export type Row = {
  what: string
  times: number
  /** What is wrong afterwards, in words. */
  wrong: readonly string[]
  /** What a reader must know, e.g. why it was not done. */
  remark?: string
}

export type Torment = (measure: Measure) => Promise<readonly Row[]>
