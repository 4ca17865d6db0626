import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { brand } from '../../domain/brand.ts'
import { movableClock } from '../../domain/clock.ts'
import { type AppServices, services_context } from '../services.ts'
import { loader } from './security-txt.ts'

test('somebody who found a security hole learns where to write, and the file never expires', async () => {
  const clock = movableClock(new Date('2026-03-10T11:00:00Z'))
  const context = new RouterContextProvider()
  context.set(services_context, { clock, public_url: 'https://chowgate.example' } as unknown as AppServices)
  for (const years of [0, 3]) {
    clock.advance(years * 365 * 86_400)
    const text = await loader({ context }).text()
    expect(text).toContain(`Contact: mailto:${brand.support_email}\n`)
    expect(text).toContain('Canonical: https://chowgate.example/.well-known/security.txt\n')
    const expires = new Date(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')
    const days = (expires.getTime() - clock.now().getTime()) / 86_400_000
    expect(days).toBe(180)
  }
})
