import { readFileSync } from 'node:fs'
import { childrenOf } from './processor-time.ts'

/** The resident memory of a process (proc(5)); NaN if the system does not tell. */
export function residentMegabytes(pid: number): number {
  try {
    const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(line?.[1] ?? Number.NaN) / 1000
  } catch {
    return Number.NaN
  }
}

const LOOK_MS = 100

/** Watches the most memory of a process, alone and with its children except `apart`. */
export function watchMemory(pid: number, apart: number) {
  const most = { alone: 0, with_children: 0 }
  const look = setInterval(() => {
    const alone = residentMegabytes(pid)
    const children = childrenOf(pid).filter((child) => child !== apart)
    const together = children.reduce((sum, child) => sum + (residentMegabytes(child) || 0), alone)
    most.alone = Math.max(most.alone, alone)
    most.with_children = Math.max(most.with_children, together)
  }, LOOK_MS)
  return {
    /** The most since the last call. */
    take() {
      const taken = { ...most }
      most.alone = 0
      most.with_children = 0
      return taken
    },
    stop: () => clearInterval(look),
  }
}
