/** When to retry: after 5 s, 10 s, 20 s … at most an hour, or `most_seconds`. */
export function retryAt(attempts: number, now: Date, most_seconds = 3600): Date {
  const wait_seconds = Math.min(5 * 2 ** attempts, most_seconds)
  return new Date(now.getTime() + wait_seconds * 1000)
}

/** How long a claimed row belongs to the worker that claimed it; after a crash another one takes it. */
export const LEASE_SECONDS = 60

/** Until when a row claimed now belongs to its worker. */
export function leaseUntil(now: Date): Date {
  return new Date(now.getTime() + LEASE_SECONDS * 1000)
}
