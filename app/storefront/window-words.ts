import { formatCampusTime, MINUTE_MS } from '../../domain/clock.ts'
import type { PromisedWindow } from '../../domain/delivery/delivery-facts.ts'
import type { OnDuty } from '../../domain/delivery/windows/expected-windows.ts'

/** A window as it is told before it is paid, on every page in the same words. */
export function windowText({ from, until }: PromisedWindow): string {
  return `between ${formatCampusTime(from)} and ${formatCampusTime(until)}`
}

/** The same where nobody said to which place: what it usually takes now. */
export function minutesText({ from, until }: PromisedWindow, now: Date): string {
  const minutes = (at: Date) => Math.round((at.getTime() - now.getTime()) / MINUTE_MS)
  return `About ${minutes(from)} to ${minutes(until)} minutes`
}

/** That nobody is on duty, and from when on somebody means to be. */
export function nobodyOnDuty({ next_on_duty }: Pick<OnDuty, 'next_on_duty'>): string {
  const until = next_on_duty ? `until ${formatCampusTime(next_on_duty)}, when a rider is planned` : 'right now'
  return `Nobody is on duty to bring food ${until}`
}

/** The same on a card: no time is told while nobody is known who brings it. */
export function noRider({ next_on_duty }: Pick<OnDuty, 'next_on_duty'>): string {
  return next_on_duty ? `No rider before ${formatCampusTime(next_on_duty)}` : 'No rider right now'
}

/** Why nothing was paid yet: it comes, or is ready, later than the page said. */
export function movedText(windows: readonly PromisedWindow[]): MovedText {
  const when = windowText(widest(windows))
  return `It takes longer now: ${when}. Nothing was charged. Press Pay again if that is all right.`
}

export type MovedText = `It takes longer now: ${string}`

/** From the first of several windows to the last. */
export function widest(windows: readonly PromisedWindow[]): PromisedWindow {
  return {
    from: new Date(Math.min(...windows.map(({ from }) => from.getTime()))),
    until: new Date(Math.max(...windows.map(({ until }) => until.getTime()))),
  }
}
