import type { Move } from '../../lifecycle.ts'

export type RunStatus = 'Gathering' | 'Closed'

/**
 * A run gathers orders until its kitchen begins; then the system closes it, once, and everybody's fee is what it is
 * (decision 123).
 */
export const run_moves = {
  close: { from: ['Gathering'], to: 'Closed', who: ['system'] },
} as const satisfies Record<string, Move<RunStatus>>
export type RunVerb = keyof typeof run_moves
