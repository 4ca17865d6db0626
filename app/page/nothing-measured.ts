// React Router can tell what the browser loads and sends, and how long that takes. Nobody asks there: the server does
// (app/entry.server.tsx), so none of that comes to the browser (router-parts.ts).

export const getRouteInstrumentationUpdates = () => ({})
export const instrumentClientSideRouter = <Router>(router: Router) => router
export const consumeInstrumentationClientResultMetaReceiver = () => undefined
