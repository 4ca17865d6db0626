// React Router can ask the server for routes that a page does not know yet. Here each page knows all of its side
// (react-router.config.ts), so none of that comes to the browser (router-parts.ts).

export const isFogOfWarEnabled = () => false
export const getPartialManifest = <Manifest>(manifest: Manifest) => manifest
export const getPatchRoutesOnNavigationFunction = () => undefined
export const useFogOFWarDiscovery = () => {}
