const PICTURE = /\/images\/[0-9a-f]{32}-640\.webp/

/** The one address of a public page, whichever way it was written. */
export function canonicalPath(url: URL): string {
  const path = url.pathname.toLowerCase().replace(/(.)\/$/, '$1')
  if (path === '/home') return '/'
  const page = path === '/restaurants' ? Number(url.searchParams.get('page')) : 0
  return Number.isSafeInteger(page) && page > 1 ? `${path}?page=${page}` : path
}

/**
 * Tells search engines and messengers what a public page is: its one address, and for a preview its title, description
 * and picture, taken from the page as it was rendered.
 */
export function addShareTags(html: string, url: URL, public_url: string): string {
  const path = canonicalPath(url)
  const title = /<title>([^<]*)<\/title>/.exec(html)?.[1]
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1]
  if (!title || !description) return html
  const picture = path.startsWith('/restaurant/') ? PICTURE.exec(html)?.[0].replace('-640.', '-960.') : null
  const properties = {
    type: 'website',
    url: public_url + path,
    title,
    description,
    image: public_url + (picture ?? '/share.png'),
  }
  const tags = Object.entries(properties).map(([name, value]) => `<meta property="og:${name}" content="${value}"/>`)
  return html.replace('</head>', () => `<link rel="canonical" href="${public_url + path}"/>${tags.join('')}</head>`)
}
