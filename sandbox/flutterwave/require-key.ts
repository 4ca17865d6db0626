import { createMiddleware } from 'hono/factory'
import { refuse } from './answers.ts'

/** Bearer auth with the secret key, refused as the provider does (401). */
export const requireSecretKey = (secret_key: string) =>
  createMiddleware(async (c, next) => {
    const header = c.req.header('authorization')
    if (!header) return refuse(c, 401, 'Authorization required')
    if (header !== `Bearer ${secret_key}`) return refuse(c, 401, 'Invalid authorization key')
    return next()
  })
