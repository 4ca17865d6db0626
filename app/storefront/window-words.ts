import { formatCampusTime } from '../../domain/clock.ts'
import type { PromisedWindow } from '../../domain/delivery/delivery-facts.ts'

/** A window as it is told before it is paid, on every page in the same words. */
export function windowText({ from, until }: PromisedWindow): string {
  return `between ${formatCampusTime(from)} and ${formatCampusTime(until)}`
}
