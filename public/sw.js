// What a rider's phone does without a network: it opens the dashboard as it was last seen, and sends the steps that
// were kept once the line is back (docs/decisions/047). Its scope is /rider; it keeps no page of anybody else.

self.importScripts('/push-worker.js')

const PAGES = 'rider-pages'
const FILES = 'rider-files'
const DASHBOARD = '/rider-dashboard'
const DATA = '/rider-dashboard.data'
/**
 * Whose phone this is, as the page said last; it goes with the pages, so that after a logout nobody's steps are sent.
 */
const OWNER = '/rider-owner'
/** Older builds' files go first. */
const MOST_FILES = 80
/** A line this slow is none, where the page is kept. */
const PATIENCE_MS = 6000
/** After these answers the same step is right later. */
const WAITS_ON = ['not_ready', 'held_up']
const ANY = { ignoreSearch: true, ignoreVary: true }

// The page waits for no older one to be closed: both read the same steps.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

// Answers that were asked for before somebody logged out may arrive after it, and a page that is about to go may still
// ask: from `forget` until a page asks to be kept, nothing is.
let keeping = true
let times_forgotten = 0

self.addEventListener('message', (event) => {
  if (event.data?.kind === 'forget') {
    keeping = false
    times_forgotten++
    event.waitUntil(caches.delete(PAGES))
  }
  if (event.data?.kind === 'keep') {
    keeping = true
    event.waitUntil(keep(event.data))
  }
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/') || pathname === '/favicon.svg') event.respondWith(fileFor(request))
  else if (request.mode === 'navigate' && pathname === DASHBOARD) event.respondWith(documentFor(request))
  else if (request.mode === 'navigate') event.respondWith(otherDocument(request))
  else if (pathname === DATA) event.respondWith(dataFor(request))
})

self.addEventListener('sync', (event) => {
  if (event.tag === 'rider-steps') event.waitUntil(sendSteps())
})

async function keep({ files, owner }) {
  await (await caches.open(PAGES)).put(OWNER, new Response(owner))
  const cache = await caches.open(FILES)
  for (const file of files) {
    if (await cache.match(file, ANY)) continue
    const answer = await fetch(file)
    if (answer.ok) await cache.put(file, answer)
  }
  const kept = await cache.keys()
  for (const old of kept.slice(0, Math.max(0, kept.length - MOST_FILES))) await cache.delete(old)
  if (await caches.match(DASHBOARD, ANY)) return
  const write = writer()
  await write(DASHBOARD, await fetch(DASHBOARD))
}

/** Names under /assets never change what they hold. */
async function fileFor(request) {
  const kept = await caches.match(request, ANY)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await (await caches.open(FILES)).put(request, answer.clone())
  return answer
}

async function documentFor(request) {
  const write = writer()
  const asked = fetch(request).then(async (answer) => {
    await write(DASHBOARD, answer)
    return answer
  })
  // A page that is being written down at this moment is found the second time.
  const kept = await caches.match(DASHBOARD, ANY).catch(() => undefined)
  const instead = async (error) => {
    const page = kept ?? (await caches.match(DASHBOARD, ANY))
    if (page) return page
    throw error
  }
  const answered = asked.catch(instead)
  if (!kept) return answered
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS))
  return Promise.race([answered, late])
}

/** The rider's other pages need a network; without one they lead to the page that does not. */
async function otherDocument(request) {
  try {
    return await fetch(request)
  } catch (error) {
    if (await caches.match(DASHBOARD, ANY)) return Response.redirect(DASHBOARD)
    throw error
  }
}

async function dataFor(request) {
  const write = writer()
  try {
    const answer = await fetch(request)
    await write(DATA, answer)
    return answer
  } catch (error) {
    const kept = await caches.match(DATA, ANY)
    if (kept) return kept
    throw error
  }
}

/**
 * To be made before the request whose answer it writes down. A redirect says that nobody, or somebody else, is signed
 * in: then nothing is kept any more.
 */
function writer() {
  const may_keep = keeping
  const forgotten_before = times_forgotten
  return async (path, answer) => {
    if (answer.type === 'opaqueredirect' || answer.redirected || answer.status === 202)
      return caches.delete(PAGES)
    if (answer.status !== 200) return
    const cache = await caches.open(PAGES)
    if (!may_keep || times_forgotten !== forgotten_before) return caches.delete(PAGES)
    await cache.put(path, answer.clone())
    // A whole page is newer than the data that came before it.
    if (path === DASHBOARD) await cache.delete(DATA, ANY)
  }
}

/**
 * Sends all that waits of the signed-in rider, as app/rider/steps/queue.ts does: a hand-over never goes without the
 * pick-up before it. Only what is done is forgotten here; about the rest the page tells its rider.
 */
async function sendSteps() {
  const signed_in = await (await caches.match(OWNER, ANY))?.text()
  const database = await openSteps()
  const kept = await ask(database, 'readonly', (store) => store.getAll())
  const steps = kept
    .filter(({ owner }) => owner === signed_in)
    .filter(({ outcome }) => outcome === null || WAITS_ON.includes(outcome))
    .map(({ step }) => step)
    .sort((one, other) => (one.happened_at < other.happened_at ? -1 : 1))
  if (steps.length === 0) return
  // A throw has the browser try again later.
  const body = new FormData()
  body.set('sent_at', new Date().toISOString())
  body.set('steps', JSON.stringify(steps.slice(0, 50)))
  const answer = await fetch('/rider/steps', { method: 'POST', body })
  if (!answer.ok || answer.redirected) return
  const { answers } = await answer.json()
  const pages = await self.clients.matchAll({ type: 'window' })
  // An open page sends the same itself, hears the same answers and shows them.
  if (pages.length > 0) return
  for (const { id, outcome } of answers) {
    if (outcome === 'done') await ask(database, 'readwrite', (store) => store.delete(id))
  }
}

/** The database of app/rider/steps/step-store.ts. */
function openSteps() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('rider-steps', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('steps', { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function ask(database, mode, request) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction('steps', mode)
    const asked = request(transaction.objectStore('steps'))
    transaction.oncomplete = () => resolve(asked.result)
    transaction.onabort = () => reject(transaction.error)
  })
}
