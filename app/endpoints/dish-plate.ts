import { drawPlate } from '../ui/pictures/dish-plate.ts'
import type { Route } from './+types/dish-plate'

/** The plate that is drawn for a dish without a photo. */
export function loader({ params }: Route.LoaderArgs): Response {
  const plate = drawPlate(params.file)
  if (!plate) return new Response('There is no such picture.', { status: 404 })
  return new Response(plate, {
    headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=31536000, immutable' },
  })
}
