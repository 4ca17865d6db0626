import { renderToStaticMarkup } from 'react-dom/server'
import { buttonClass } from '../../ui/button.tsx'
import { VendorCard, type VendorOnCard } from './vendor-card.tsx'

type Shown = {
  vendors: readonly VendorOnCard[]
  page: number
  pages: number
  /** What stands before the page in an address of this list. */
  before: string
  /** What is said where no restaurant is left. */
  nothing: { title: string; hint: string; is_all?: true } | null
}

/** The cards of one page of the list as HTML, and the way to the others: none of it needs React in the browser. */
export const listHtml = ({ vendors, page, pages, before, nothing }: Shown): string =>
  renderToStaticMarkup(
    <>
      {nothing ? (
        <NothingFound {...nothing} />
      ) : (
        <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {vendors.map((vendor, row) => (
            <VendorCard key={vendor.user_id} vendor={vendor} eager={row === 0} />
          ))}
        </ul>
      )}
      {pages > 1 && <Pages page={page} pages={pages} before={before} />}
    </>,
  )

function Pages({ page, pages, before }: { page: number; pages: number; before: string }) {
  const to = (target: number) => (target > 1 ? `${before}page=${target}` : before.slice(0, -1))
  return (
    <nav aria-label="Pages" className="mt-8 flex items-center justify-center gap-4">
      {page > 1 ? (
        <a className={buttonClass('quiet')} href={to(page - 1)} rel="prev">
          Previous
        </a>
      ) : (
        <button type="button" disabled className={buttonClass('quiet')}>
          Previous
        </button>
      )}
      <p>
        Page {page} of {pages}
      </p>
      {page < pages ? (
        <a className={buttonClass('quiet')} href={to(page + 1)} rel="next">
          Next
        </a>
      ) : (
        <button type="button" disabled className={buttonClass('quiet')}>
          Next
        </button>
      )}
    </nav>
  )
}

function NothingFound({ title, hint, is_all }: NonNullable<Shown['nothing']>) {
  return (
    <div className="card p-8 text-center">
      <p className="text-lg font-semibold">{title}</p>
      <p className="mt-1 text-ink-soft">{hint}</p>
      {!is_all && (
        <a className={buttonClass('brand', 'mt-4')} href={'/restaurants' satisfies Address}>
          Show all restaurants
        </a>
      )}
    </div>
  )
}
