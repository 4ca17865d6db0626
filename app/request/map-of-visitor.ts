import { ProviderUnavailable } from '../../adapters/call-provider.ts'
import type { Geocoder } from '../../adapters/maps/geocoder.ts'
import type { AppServices, RateLimited } from '../services.ts'
import { visitorOf } from './visitor.ts'

/**
 * The map for who asks: what the map itself is asked counts against their address, so that none takes the turns of all
 * others. What is remembered is not counted. Beyond that it throws ProviderUnavailable, as a map that is away does.
 */
export function mapOfVisitor({ geocoder, allow }: Pick<AppServices, 'geocoder' | 'allow'>, request: Request): Geocoder {
  const count = async (action: RateLimited) => {
    if (!(await allow(action, visitorOf(request)))) throw new ProviderUnavailable(`${action}: too many of one address`)
  }
  return {
    async reverse(point) {
      await count('address_lookup')
      return geocoder.reverse(point)
    },
    async search(address) {
      await count('address_search')
      return geocoder.search(address)
    },
  }
}
