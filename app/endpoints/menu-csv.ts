import { exportMenu } from '../../domain/catalog/menu-csv.ts'
import { requireVendor } from '../account/require-role.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/menu-csv'

/** The vendor's own menu, to be opened in a spreadsheet and brought back. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireVendor(context, request, 'change_menu')
  const { db } = context.get(services_context)
  return new Response(await exportMenu(db, actor), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="menu.csv"',
      'cache-control': 'no-store',
    },
  })
}
