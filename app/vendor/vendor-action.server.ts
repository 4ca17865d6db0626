import { kitchen_roles } from '../../domain/kitchen-roles.ts'
import { type KitchenActor, requireVendor } from '../account/require-role.ts'
import { screenAction } from '../account/screen-action.server.ts'
import { mayChange } from './rights.ts'

/** The action of a kitchen's screen. */
export const vendorAction = screenAction<KitchenActor>({
  require: requireVendor,
  mayChange,
  notYours: ({ kitchen }) =>
    `Nothing was changed: your role here, ${kitchen_roles[kitchen.role].name}, does not do this. An owner of the ` +
    'kitchen can, or can give you another role.',
})
