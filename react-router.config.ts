import type { Config } from '@react-router/dev/config'

export default {
  // The whole route table fits into one small file; asking for parts of it would cost a round trip each on a slow
  // network.
  routeDiscovery: { mode: 'initial' },
  // One file for each page: what a second one would bring is smaller than the asking.
  splitRouteModules: false,
  serverBuildFile: 'index.js',
} satisfies Config
