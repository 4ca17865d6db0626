import { data } from 'react-router'

/**
 * A loader's answer whose page shows images of another server: the page's Content-Security-Policy then allows them from
 * there, and from nowhere else. Its route exports `headers`.
 */
export function withImagesFrom<Data>(payload: Data, origin: string | undefined) {
  return data(payload, { headers: origin ? { 'page-images-from': origin } : {} })
}

/** In the browser: whether the document that was loaded may show images from there. */
export function mayShowImagesFrom(origin: string | undefined): boolean {
  return origin === undefined || document.documentElement.dataset['imagesFrom'] === origin
}
