import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/**
 * Has the plain links of static parts (footer.tsx, page/still.tsx) work like the others: without loading a document.
 */
export function useFollowedLinks(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = event.target instanceof Element && event.target.closest('a')
      if (!link || link.target || link.hash || link.origin !== location.origin) return
      event.preventDefault()
      void navigate(link.pathname + link.search)
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [navigate])
}
