import { z } from 'zod'

/** Why somebody decided as they did: another admin must understand it in a year. */
export const decision_reason = z
  .string()
  .trim()
  .min(3, 'Please say why, in a few words.')
  .max(200, 'Please use at most 200 characters.')
