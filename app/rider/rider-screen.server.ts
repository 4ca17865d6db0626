import { requireRider } from '../account/require-role.ts'
import { screenLoader } from '../account/screen-loader.server.ts'

/** The loader of a rider's screen. */
export const riderLoader = screenLoader(requireRider)
