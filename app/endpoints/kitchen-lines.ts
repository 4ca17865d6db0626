import { recordExport } from '../../domain/audit/record-export.ts'
import { exampleCsv, leftAsCsv, planOfFile } from '../../domain/catalog/onboarding/kitchen-file.ts'
import { adminLoader } from '../admin/admin-screen.server.ts'
import { notFoundUnless } from '../ui/lists/opened-row.server.ts'

/** The wrong lines of a file of kitchens (`?file=`), each with what is wrong; without one an example of such a file. */
export const loader = adminLoader(async ({ actor, services, query }) => {
  const id = query.get('file')
  if (id === null) return csv('kitchens-example.csv', exampleCsv())
  const plan = notFoundUnless(await planOfFile(services.db, actor, id))
  const filters = { file: plan.row.name }
  const recorded = await recordExport(services, actor, { right: 'decide_people', list: 'wrong lines', filters })
  if (!recorded.ok) return new Response('There is no such list.', { status: 404 })
  return csv('kitchens-to-correct.csv', leftAsCsv(plan))
}, 'decide_people')

const csv = (name: string, text: string) =>
  new Response(text, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
