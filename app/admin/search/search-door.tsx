import { Search } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'

// On a line that fails just then, the page that searches may still come.
const SearchDialog = lazy<ComponentType<{ onClose(): void }>>(() =>
  import('./search-dialog.tsx').then(
    ({ SearchDialog }) => ({ default: SearchDialog }),
    () => ({ default: NotFetched }),
  ),
)

function NotFetched() {
  const navigate = useNavigate()
  useEffect(() => void navigate('/admin/search' satisfies Address), [navigate])
  return null
}

/** The way to search everything from anywhere: a link to its page, and with script a dialog, also by Ctrl-K. */
export function SearchDoor() {
  const { key } = useLocation()
  const [opened_at, open] = useState<string | null>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      open(key)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [key])
  return (
    <>
      <Link
        to={'/admin/search' satisfies Address}
        aria-label="Search everything"
        aria-keyshortcuts="Control+K"
        title="Search everything (Ctrl-K)"
        className="grid size-11 place-items-center rounded-control hover:bg-white/10"
        onClick={(event) => {
          // A new tab is asked for with these.
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          open(key)
        }}
      >
        <Search aria-hidden="true" size={22} />
      </Link>
      {opened_at === key && (
        <Suspense>
          <SearchDialog onClose={() => open(null)} />
        </Suspense>
      )}
    </>
  )
}
