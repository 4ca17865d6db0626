import { UNSENT_LINE_LOOK, UNSENT_LOOK } from '../../page/notes-look.ts'
import { isDue, isWaiting, sendUnsent } from './send-unsent.ts'
import { dropUnsent, readUnsent } from './unsent-store.ts'
import { unsentWords } from './unsent-words.ts'

// What this phone could not send, at the top of every customer's page: what was typed, and what becomes of it. It goes
// by itself as soon as our server answers (docs/decisions/168).

/** The same as in a page that the worker made (app/workers/offline-words.ts). */
const BOX = 'not-sent'
const LOOK_MS = 10_000
const LOOK_AT_LINE_MS = 5000

/** Shows what waits, and sends it; from then on whenever the line may be back. */
export function showUnsent(): void {
  let is_looking = false
  const look = async () => {
    if (is_looking) return
    is_looking = true
    await sendAndDraw()
    is_looking = false
  }
  void look()
  addEventListener('online', look)
  setInterval(look, LOOK_MS)
}

async function sendAndDraw(): Promise<void> {
  const unsent = await readUnsent()
  if (unsent.length === 0) return draw([])
  draw(await lines())
  if (document.hidden || !unsent.some((one) => isDue(one, Date.now()))) return
  try {
    // A phone without a working network often believes that it is online.
    const line = await fetch('/health' satisfies Address, { signal: AbortSignal.timeout(LOOK_AT_LINE_MS) })
    if (!line.ok) return
    const { changed } = await sendUnsent(reasonIn)
    draw(await lines())
    if (changed.length === 0) return
    const news = document.getElementById('page-news')
    if (news) news.textContent = 'You are online again, and what waited was sent.'
    if (changed.includes(location.pathname) && !isBusyHere?.()) location.replace(location.pathname)
  } catch {
    // Still no line: it stays as it is shown.
  }
}

/** What our server says in the page that it answers with. */
function reasonIn(html: string): string | null {
  // Its style is another than this page's, by whose policy the browser would complain of it.
  const page = new DOMParser().parseFromString(html.replace(/<style.*?<\/style>/s, ''), 'text/html')
  const said = page.querySelector('main [role=alert], main .text-bad, #content [role=alert]')
  return said?.textContent?.trim() || null
}

/** Each that is shown, with its words and those of its button. */
type Line = { id: string; words: string; press: string }

async function lines(): Promise<Line[]> {
  const now = Date.now()
  return (await readUnsent()).map((unsent) => ({
    id: unsent.id,
    words: unsentWords(unsent, now),
    press: isWaiting(unsent, now) ? 'Do not send it' : 'All right',
  }))
}

function lineOf({ id, words, press }: Line): HTMLElement {
  const line = document.createElement('p')
  line.className = UNSENT_LINE_LOOK
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'min-h-11 px-2 underline'
  button.textContent = press
  button.addEventListener('click', () => {
    line.remove()
    void dropUnsent(id).then(async () => draw(await lines()))
  })
  line.append(words, ' ', button)
  return line
}

/** What the box shows. It is made anew only where that changed: else focus goes, and it is read aloud again. */
let drawn = ''

function draw(shown: readonly Line[]): void {
  const known = document.getElementById(BOX)
  const what = JSON.stringify(shown)
  if (known && what === drawn) return
  drawn = what
  if (shown.length === 0) {
    known?.remove()
    return
  }
  const box = known ?? document.createElement('div')
  box.replaceChildren(...shown.map(lineOf))
  if (known) return
  box.id = BOX
  box.ariaLabel = 'Not sent'
  box.role = 'status'
  box.className = UNSENT_LOOK
  document.body.prepend(box)
}
