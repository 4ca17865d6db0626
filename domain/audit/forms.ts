import { z } from 'zod'

/** Why an admin decides something about somebody. It is written into the audit log and told to that person. */
export const admin_reason = z.string().trim().min(3).max(200)
