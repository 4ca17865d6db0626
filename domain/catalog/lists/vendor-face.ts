import { createHash } from 'node:crypto'
import { and } from 'drizzle-orm'
import type { Db } from '../../../db/handle.ts'
import { vendors } from '../tables.ts'
import { calledBy, slugAfter } from './slug.ts'
import { listed } from './vendor-lists.ts'

/** What a link to a kitchen shows of it before it is opened. */
export type VendorFace = {
  user_id: string
  slug: string
  name: string
  category: string | null
  landmark: string | null
  profile_photo: string | null
}

/** Counts up when the picture is drawn otherwise, so that each is drawn anew. */
const DRAWING = 1

const OURS = /^([a-z0-9-]{1,90})-([0-9a-f]{12})\.jpg$/

/** The face of a listed kitchen, by its slug, a former one or its id; null where there is none. */
export async function vendorFace(db: Db, id_or_slug: string): Promise<VendorFace | null> {
  const [row] = await db
    .select()
    .from(vendors)
    .where(and(listed, calledBy(id_or_slug)))
  if (!row) {
    const slug = await slugAfter(db, id_or_slug)
    return slug === null ? null : vendorFace(db, slug)
  }
  const { user_id, category, landmark, profile_photo } = row
  return { user_id, slug: row.slug ?? user_id, name: row.name ?? '', category, landmark, profile_photo }
}

/** Twelve signs that change with what the picture of this face shows. */
export function faceContent({ name, category, landmark, profile_photo }: VendorFace): string {
  const shown = JSON.stringify([DRAWING, name, category, landmark, profile_photo])
  return createHash('sha256').update(shown).digest('hex').slice(0, 12)
}

/** The path of the drawn picture of a kitchen; another one as soon as the picture would be another one. */
export function facePicture(face: VendorFace): `/share/${string}` {
  return `/share/${face.slug}-${faceContent(face)}.jpg`
}

/** The slug or id in the name of such a picture, and its content; null for a name that is none of ours. */
export function readFaceName(file: string): { id_or_slug: string; content: string } | null {
  const [, id_or_slug, content] = OURS.exec(file) ?? []
  return id_or_slug && content ? { id_or_slug, content } : null
}
