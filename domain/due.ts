/** Retries with growing patience: 5 s, 10 s, 20 s … at most an hour between two attempts. */
export function retryAt(attempts: number, now: Date): Date {
  const wait_seconds = Math.min(5 * 2 ** attempts, 3600)
  return new Date(now.getTime() + wait_seconds * 1000)
}

/** How long a claimed row is left to the worker that claimed it; after a crash another one takes it. */
export const LEASE_SECONDS = 60

/** Until when a row that is claimed now belongs to its worker. */
export function leaseUntil(now: Date): Date {
  return new Date(now.getTime() + LEASE_SECONDS * 1000)
}
