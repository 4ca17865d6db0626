import { renderToStaticMarkup } from 'react-dom/server'

/** What the marketplace tells its customers, as HTML; nothing where it tells nothing. */
export const noticeHtml = (notice: { words: string } | null): string =>
  notice === null ? '' : renderToStaticMarkup(<Notice words={notice.words} />)

export function Notice({ words }: { words: string }) {
  return (
    <p className="mb-4 rounded-control border border-line bg-warn-soft p-4 font-semibold break-words text-warn">
      {words}
    </p>
  )
}
