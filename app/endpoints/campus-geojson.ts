import { recordExport } from '../../domain/audit/record-export.ts'
import { campusDate } from '../../domain/clock.ts'
import { wholeCampus } from '../../domain/places/admin-campus.ts'
import { campusFile } from '../../domain/places/geojson.ts'
import { adminLoader } from '../admin/admin-screen.server.ts'

/** The campus as a GeoJSON file, to be opened in a map program and brought back. */
export const loader = adminLoader(async ({ actor, services }) => {
  const recorded = await recordExport(services, actor, { right: 'change_campus', list: 'places and ways', filters: {} })
  if (!recorded.ok) return new Response('There is no such list.', { status: 404 })
  const name = `campus-${campusDate(services.clock.now())}.geojson`
  return new Response(campusFile(await wholeCampus(services.db)), {
    headers: {
      'content-type': 'application/geo+json; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}, 'change_campus')
