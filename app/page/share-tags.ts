import { brand } from '../../domain/brand.ts'

/** The one address of a public page, whichever way it was written. */
export function canonicalPath(url: URL): string {
  const path = url.pathname.toLowerCase().replace(/(.)\/$/, '$1')
  if (path === '/home') return '/'
  const page = path === '/restaurants' ? Number(url.searchParams.get('page')) : 0
  return Number.isSafeInteger(page) && page > 1 ? `${path}?page=${page}` : path
}

/** What we say of a page that says nothing of itself. */
const ABOUT_US =
  `Order from the restaurants around ${brand.campus}, ${brand.city}. Pay by card, USSD or bank transfer, and read ` +
  'when it comes before you pay.'

/** Every document has a description. */
export function describe(html: string): string {
  if (html.includes('<meta name="description"')) return html
  return html.replace('</title>', `</title><meta name="description" content="${ABOUT_US}"/>`)
}

/**
 * Tells search engines and messengers what a public page is: its one address, and for a preview its title and
 * description, taken from the page as it was rendered, and a picture of 1200 by 630: its own, or that of us.
 */
export function addShareTags(html: string, url: URL, public_url: string, picture: string | null): string {
  const path = canonicalPath(url)
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1]
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1]
  if (!title || !description) return html
  const image = public_url + (picture ?? '/share.png')
  const properties = {
    site_name: brand.name,
    locale: 'en_NG',
    type: 'website',
    url: public_url + path,
    title,
    description,
    image,
    'image:width': '1200',
    'image:height': '630',
    'image:alt': title,
  }
  const tags = [
    `<link rel="canonical" href="${public_url + path}"/>`,
    ...Object.entries(properties).map(([name, value]) => `<meta property="og:${name}" content="${value}"/>`),
    // All else it takes from the lines above.
    '<meta name="twitter:card" content="summary_large_image"/>',
  ]
  return html.replace('</head>', () => `${tags.join('')}</head>`)
}
