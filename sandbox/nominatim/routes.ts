import { type Context, Hono } from 'hono'
import type { World } from '../world.ts'
import { isInNigeria, nearestPlace, type Place, searchPlaces } from './places.ts'
import { placeShape } from './shapes.ts'

const default_user_agents =
  /^(?:(?:node|undici|axios|node-fetch|got|curl|python-\w+|java|okhttp)(?:[/ ]|$)|mozilla\/5\.0$)/i
const formats = ['json', 'jsonv2', 'geojson', 'geocodejson', 'xml']
const most_results = 40
const structured = ['amenity', 'street', 'city', 'county', 'state', 'country', 'postalcode']

export function nominatimRoutes(world: World) {
  const routes = new Hono()

  routes.use('*', async (c, next) => {
    world.stats.count('nominatim')
    world.stats.countNominatim(Date.now())
    const agent = c.req.header('user-agent') ?? ''
    if ((agent === '' || default_user_agents.test(agent)) && !c.req.header('referer')) return blocked(c)
    const { nominatim: mode, hang_seconds } = world.behaviour.current()
    if (mode === '403') return blocked(c)
    if (mode === '429') return c.text('Too many requests', 429)
    if (mode === '500') return c.json({ error: { code: 500, message: 'Internal server error' } }, 500)
    if (mode === 'hang') {
      await world.agenda.hang(hang_seconds)
      return c.text('Gateway timeout', 504)
    }
    return next()
  })

  routes.get('/status', (c) => c.text('OK'))

  routes.get('/reverse', (c) => {
    const lat = Number(c.req.query('lat') || Number.NaN)
    const lon = Number(c.req.query('lon') || Number.NaN)
    if (Number.isNaN(lat) || Math.abs(lat) > 90) return badParameter(c, "Parameter 'lat' missing or out of range.")
    if (Number.isNaN(lon) || Math.abs(lon) > 180) return badParameter(c, "Parameter 'lon' missing or out of range.")
    const format = c.req.query('format') ?? 'xml'
    if (!formats.includes(format)) return badParameter(c, "Parameter 'format' must be one of: json, jsonv2")
    const found = world.behaviour.current().nominatim === 'empty' ? undefined : nearest(lat, lon)
    if (format === 'xml') return xml(c, found)
    if (!found) return c.json({ error: 'Unable to geocode' })
    return c.json(placeShape(found, format, c.req.query('addressdetails') !== '0'))
  })

  routes.get('/search', (c) => {
    const asked = c.req.query()
    const parts = structured.filter((name) => asked[name])
    if (asked.q && parts.length > 0) {
      return badParameter(c, "Structured query parameters cannot be used together with 'q' parameter.")
    }
    if (!asked.q && parts.length === 0) return badParameter(c, 'Nothing to search for.')
    const format = asked.format ?? 'jsonv2'
    const limit = Math.min(most_results, Math.max(1, Number(asked.limit ?? 10) || 10))
    const query = asked.q ?? parts.map((name) => asked[name]).join(' ')
    const empty = world.behaviour.current().nominatim === 'empty'
    const found = empty ? [] : searchPlaces(query).filter((p) => isWanted(p, asked))
    return c.json(found.slice(0, limit).map((p) => placeShape(p, format, asked.addressdetails === '1')))
  })

  return routes
}

const nearest = (lat: number, lon: number): Place | undefined =>
  isInNigeria(lat, lon) ? nearestPlace(lat, lon) : undefined

/** `countrycodes` always filters; `viewbox` (any two opposite corners, longitude first) only with `bounded=1`. */
function isWanted(p: Place, asked: Record<string, string>): boolean {
  if (asked.countrycodes && !asked.countrycodes.toLowerCase().split(',').includes('ng')) return false
  if (asked.bounded !== '1' || !asked.viewbox) return true
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = asked.viewbox.split(',').map(Number)
  const inside = (value: number, a: number, b: number) => value >= Math.min(a, b) && value <= Math.max(a, b)
  return inside(p.lon, x1, x2) && inside(p.lat, y1, y2)
}

const blocked = (c: Context): Response =>
  c.html('<html><body><h1>Access blocked</h1><p>Send a User-Agent that names your application.</p></body></html>', 403)

const badParameter = (c: Context, message: string): Response => c.json({ error: { code: 400, message } }, 400)

function xml(c: Context, p: Place | undefined): Response {
  const inner = p ? `<result lat="${p.lat}" lon="${p.lon}">${p.name}</result>` : '<error>Unable to geocode</error>'
  return c.body(`<?xml version="1.0" encoding="UTF-8" ?><reversegeocode>${inner}</reversegeocode>`, 200, {
    'content-type': 'text/xml; charset=utf-8',
  })
}
