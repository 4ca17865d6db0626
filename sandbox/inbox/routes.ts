import { Hono } from 'hono'
import { html } from 'hono/html'
import { type Html, page, timeOf } from '../pages/layout.ts'
import type { World } from '../world.ts'
import { inbound_sms, sendInbound } from './inbound.ts'
import { cutAtLinks, type InboxMessage, readInbox } from './messages.ts'

const shown = 100
const most_asked = 1000

export function inboxRoutes(world: World) {
  const routes = new Hono()

  routes.get('/inbox.json', (c) => {
    const limit = Math.min(most_asked, Number(c.req.query('limit') ?? shown) || shown)
    const messages = readInbox(world, { to: c.req.query('to'), kind: c.req.query('kind'), limit })
    return c.json({ messages })
  })

  routes.get('/inbox', (c) => {
    const { to = '', kind = '' } = c.req.query()
    const messages = readInbox(world, { to, kind, limit: shown })
    const { app_url } = world.settings
    return c.html(page({ title: 'Inbox', path: '/inbox', app_url, live: true, body: inbox(messages, to, kind) }))
  })

  routes.post('/inbox/reply', async (c) => {
    const reply = inbound_sms.safeParse(await c.req.parseBody())
    if (!reply.success) return c.text('A number and a text, please.', 400)
    await sendInbound(world, reply.data)
    return c.redirect(`/inbox?to=${encodeURIComponent(reply.data.from)}`, 303)
  })

  routes.get('/inbox/mail/:id{[0-9]+}', (c) => {
    const mail = world.mails.find(Number(c.req.param('id')))
    if (!mail) return c.notFound()
    // The mail is untrusted HTML: it may open links, and nothing else.
    c.header(
      'content-security-policy',
      'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation; ' +
        "default-src 'none'; style-src 'unsafe-inline'; img-src * data:",
    )
    return c.html(mail.html || `<pre>${mail.text.replaceAll('<', '&lt;')}</pre>`)
  })

  return routes
}

function inbox(messages: InboxMessage[], to: string, kind: string): Html {
  return html`<form class="row" method="get">
      <p><label for="to">To</label><input id="to" name="to" value="${to}" placeholder="0803… or ada@" /></p>
      <p>
        <label for="kind">Kind</label>
        <select id="kind" name="kind">
          ${['', 'sms', 'mail'].map(
            (value) => html`<option value="${value}" ${value === kind ? 'selected' : ''}>${value || 'all'}</option>`,
          )}
        </select>
      </p>
      <button>Show</button>
    </form>
    <details>
      <summary>Write to the product as a customer or a kitchen</summary>
      <form class="row" method="post" action="/inbox/reply">
        <p><label for="from">From</label><input id="from" name="from" value="${to}" required placeholder="0803…" /></p>
        <p><label for="text">Text</label><input id="text" name="text" value="STOP" required /></p>
        <p>
          <label for="gateway">By</label>
          <select id="gateway" name="gateway">
            <option value="termii">Termii, in JSON</option>
            <option value="form">another gateway, as a form</option>
          </select>
        </p>
        <button>Send</button>
      </form>
      <p class="meta">
        STOP asks for quiet, ALLOW takes it back. From a kitchen's number 1 20 accepts, 2 rejects, 9 pauses, 8 opens.
      </p>
    </details>
    ${messages.length === 0 ? html`<p>Nothing yet. Text messages and mails the product sends appear here.</p>` : ''}
    ${messages.map(message)}`
}

function message(m: InboxMessage): Html {
  const whole = m.html === null ? '' : html` · <a href="/inbox/mail/${m.id.slice(5)}">as the reader sees it</a>`
  const pieces = cutAtLinks(m.text).map((piece, i) => (i % 2 === 1 ? html`<a href="${piece}">${piece}</a>` : piece))
  return html`<article class="card">
    <p class="meta">
      ${m.kind === 'sms' ? 'SMS' : 'Mail'} from <b>${m.from}</b> to <b>${m.to}</b>,
      ${timeOf(Date.parse(m.received_at))}${whole}
    </p>
    ${m.subject === null ? '' : html`<h2>${m.subject}</h2>`}
    <p class="text">${pieces}</p>
  </article>`
}
