import { Hono } from 'hono'
import { controlJsonRoutes } from './control/json-routes.ts'
import { controlPageRoutes } from './control/page-routes.ts'
import { flutterwaveRoutes } from './flutterwave/routes.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { nominatimRoutes } from './nominatim/routes.ts'
import { assetRoutes } from './pages/assets.ts'
import { startPageRoutes } from './pages/start-page.ts'
import { paystackRoutes } from './paystack/routes.ts'
import { pushRoutes } from './push/routes.ts'
import { smarthiveRoutes } from './smarthive/routes.ts'
import { termiiRoutes } from './termii/routes.ts'
import type { World } from './world.ts'

/** Every address of the sandbox: each service under its own prefix. */
export function createApp(world: World) {
  const app = new Hono()
  app.route('/flutterwave', flutterwaveRoutes(world))
  app.route('/paystack', paystackRoutes(world))
  app.route('/nominatim', nominatimRoutes(world))
  app.route('/smarthive/api/sms', smarthiveRoutes(world))
  app.route('/termii/api/sms', termiiRoutes(world))
  app.route('/push', pushRoutes(world))
  app.route('/control', controlJsonRoutes(world))
  app.route('/control', controlPageRoutes(world))
  app.route('/', startPageRoutes(world))
  app.route('/', inboxRoutes(world))
  app.route('/', assetRoutes())
  return app
}
