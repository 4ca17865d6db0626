import { readdirSync, readFileSync } from 'node:fs'

/** The kernel counts processor time in hundredths of a second on every Linux. */
const TICKS_PER_SECOND = 100

type Stat = { parent: number; own_ticks: number; ended_children_ticks: number }

/** Seconds of processor time that a process has used since it began; null if the system does not tell (no /proc). */
export function processorSeconds(pid: number): number | null {
  const stat = readStat(pid)
  return stat && stat.own_ticks / TICKS_PER_SECOND
}

/** The same for a process with all its children, living and ended: PostgreSQL has one per connection. */
export function familySeconds(pid: number): number | null {
  const stat = readStat(pid)
  if (!stat) return null
  const living = childrenOf(pid).reduce((sum, child) => sum + (processorSeconds(child) ?? 0), 0)
  return (stat.own_ticks + stat.ended_children_ticks) / TICKS_PER_SECOND + living
}

export function childrenOf(pid: number): number[] {
  return processIds().filter((id) => readStat(id)?.parent === pid)
}

/** The command line of a process; empty if the system does not tell. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return ''
  }
}

function processIds(): number[] {
  try {
    return readdirSync('/proc')
      .map(Number)
      .filter((id) => id > 0)
  } catch {
    return []
  }
}

/** The fields after the name, which is in parentheses and may contain spaces: state, parent, … (proc(5)). */
function readStat(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, own_user = 0, own_system = 0, children_user = 0, children_system = 0] = [
      fields[1],
      ...fields.slice(11, 15),
    ]
    return {
      parent,
      own_ticks: own_user + own_system,
      ended_children_ticks: children_user + children_system,
    }
  } catch {
    return null
  }
}
