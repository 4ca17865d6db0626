import { admin_roles } from '../../domain/admin-roles.ts'
import { requireAdmin } from '../account/require-role.ts'
import { screenAction } from '../account/screen-action.server.ts'
import { screenLoader } from '../account/screen-loader.server.ts'
import { mayChange } from './rights.ts'

/** What an admin reads whose form is older than what somebody else saved. */
export const SAVED_MEANWHILE =
  'Somebody else saved this while you were at it. Please load the page again, look at what stands there now, ' +
  'and save once more if need be.'

/** The loader of an admin's screen. */
export const adminLoader = screenLoader(requireAdmin)

/** The action of an admin's screen. */
export const adminAction = screenAction({
  require: requireAdmin,
  mayChange,
  notYours: ({ admin_role = 'read_only' }) =>
    `Nothing was changed: your role, ${admin_roles[admin_role].name}, does not do this. ` +
    'An owner of the marketplace can, or can give you another role.',
})
