import { z } from 'zod'

/** Why an admin decides something about somebody; written into the audit log, and told to whom it concerns. */
export const admin_reason = z.string().trim().min(3).max(200)
