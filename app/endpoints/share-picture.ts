import { redirect } from 'react-router'
import {
  faceContent,
  facePicture,
  readFaceName,
  type VendorFace,
  vendorFace,
} from '../../domain/catalog/lists/vendor-face.ts'
import { visitorOf } from '../request/visitor.ts'
import { type AppServices, services_context } from '../services.ts'
import type { Route } from './+types/share-picture'

/**
 * The drawn picture of a kitchen, for previews of its link. It is drawn once per content, a few at a time; an address
 * of before leads to the present one, so that strangers can ask for no more pictures than there are kitchens.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(services_context)
  const asked = readFaceName(params.file)
  const face = asked && (await vendorFace(services.db, asked.id_or_slug))
  if (!face) return new Response('There is no such picture.', { status: 404, headers: plain })
  if (facePicture(face) !== `/share/${params.file}`) return redirect(facePicture(face))
  const picture = await pictureOf(services, face, visitorOf(request))
  if (!picture) {
    return new Response('A lot is going on right now.', { status: 503, headers: { ...plain, 'retry-after': '10' } })
  }
  return new Response(new Uint8Array(picture), {
    headers: { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=31536000, immutable' },
  })
}

const plain = { 'content-type': 'text/plain; charset=utf-8' }

async function pictureOf({ pictures, enter }: AppServices, face: VendorFace, visitor: string) {
  const content = faceContent(face)
  const kept = await pictures.readCard(face.user_id, content)
  return kept ?? (await enter('drawing', visitor, () => pictures.drawCard(face.user_id, content, face)))
}
