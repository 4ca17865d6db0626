import { kitchenSlug } from '../../domain/catalog/lists/slug.ts'
import { exportMenu } from '../../domain/catalog/menu/menu-csv.ts'
import { otherKitchensFile } from '../account/meant-file.server.ts'
import { requireVendor } from '../account/require-role.ts'
import { services_context } from '../services.ts'
import type { Route } from './+types/menu-csv'

/** The vendor's own menu, to be opened in a spreadsheet and brought back. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await requireVendor(context, request)
  const elsewhere = otherKitchensFile(actor, request)
  if (elsewhere) return elsewhere
  await requireVendor(context, request, 'change_menu')
  const { db } = context.get(services_context)
  const file_name = `menu-${await kitchenSlug(db, actor.kitchen.vendor_id)}.csv`
  return new Response(await exportMenu(db, actor), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${file_name}"`,
      'cache-control': 'no-store',
    },
  })
}
