import { RouterContextProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { system_clock } from '../../domain/clock.ts'
import { geocodes } from '../../domain/places/tables.ts'
import { createRateLimit } from '../../server/rate-limit.ts'
import { databaseOfFile } from '../../test/database.ts'
import { mapOfVisitor } from '../request/map-of-visitor.ts'
import { VISITOR_HEADER } from '../request/visitor.ts'
import { type AppServices, services_context } from '../services.ts'
import { loader } from './address-lookup.ts'

const { db } = await databaseOfFile()
afterEach(() => db.delete(geocodes))

/** A map that answers everything, and what it was asked. */
function mapUnderTest() {
  const asked: unknown[] = []
  const answer = async (question: unknown) => {
    asked.push(question)
    return { display_name: 'Somewhere, Akure', latitude: 7.3, longitude: 5.1 }
  }
  const limit = createRateLimit(db, crypto.randomUUID())
  const services = { ...limit, db, clock: system_clock, geocoder: { reverse: answer, search: answer } }
  return { asked, services: services as unknown as AppServices }
}

const behind = (address: string, query = '') =>
  new Request(`http://localhost:3000/places/address?${query}`, { headers: { [VISITOR_HEADER]: address } })

async function lookUp(services: AppServices, address: string, latitude: number): Promise<string | null> {
  const context = new RouterContextProvider()
  context.set(services_context, services)
  const request = behind(address, `latitude=${latitude}&longitude=5.1388`)
  const answer = await loader({ request, context, params: {} } as never)
  return ((await answer.json()) as { address: string | null }).address
}

/** Points of the campus, each far enough from the others to be asked for. */
const point = (number: number) => 7.3 + number / 1000

test('the map is not asked for points outside the service area', async () => {
  const { services, asked } = mapUnderTest()
  expect(await lookUp(services, '10.0.0.1', 6.45)).toBeNull()
  expect(await lookUp(services, '10.0.0.1', -40)).toBeNull()
  expect(asked).toEqual([])
  expect(await lookUp(services, '10.0.0.1', 7.3037)).toBe('Somewhere, Akure')
})

test('one address takes thirty of the map’s turns a minute, and leaves the rest to others and to orders', async () => {
  const { services, asked } = mapUnderTest()
  for (let number = 0; number < 40; number++) await lookUp(services, '10.0.0.1', point(number))
  expect(asked).toHaveLength(30)
  // What is known is answered, to everybody.
  expect(await lookUp(services, '10.0.0.1', point(0))).toBe('Somewhere, Akure')
  expect(await lookUp(services, '10.0.0.2', point(50))).toBe('Somewhere, Akure')
  // An order whose address names no place is looked for, also behind the same address.
  expect(await mapOfVisitor(services, behind('10.0.0.1')).search('Road Block')).not.toBeNull()
})
