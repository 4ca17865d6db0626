import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** When a process that reaches the await kills itself: before anything left it, or with the question on its way. */
export const moments = ['before', 'in flight'] as const
export type Moment = (typeof moments)[number]

/**
 * Which await is deadly: the `nth` one within a request (`POST /checkout.data`) or one run of a background task (`send
 * refunds`). A task that is `held` is not run meanwhile, so that what is due waits for it.
 */
export type Plan = { scope: string; nth: number; moment: Moment; held: boolean }

/** Lays a plan out for every process of the app; null takes it away. */
export function layOut(file: string, plan: Plan | null): void {
  if (!plan) {
    rmSync(file, { force: true })
    return
  }
  writeFileSync(`${file}.new`, JSON.stringify(plan))
  renameSync(`${file}.new`, file)
}

export const isLaidOut = (file: string): boolean => existsSync(file)

export function readPlan(file: string): Plan | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Plan
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
