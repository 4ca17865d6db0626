import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/**
 * Says the title of a screen that somebody went to: the link that they pressed is gone, and nothing else would speak.
 * On the storefront app/storefront/offline/when-quiet.ts says it, whose bytes no page waits for.
 */
export function PageTold() {
  const { pathname } = useLocation()
  const told = useRef(pathname)
  const [title, setTitle] = useState('')
  useEffect(() => {
    if (told.current === pathname) return
    told.current = pathname
    setTitle(document.title)
  }, [pathname])
  return (
    <p className="sr-only" aria-live="polite">
      {title}
    </p>
  )
}
