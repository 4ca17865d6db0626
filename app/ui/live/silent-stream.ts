/** Two beats of the server (server/live.ts) did not come: nothing passes any more, though the line looks open. */
export const SILENT_MS = 65_000
