import { brand } from '../../domain/brand.ts'
import { logo_drawing } from './logo-drawing.ts'

/** As the document brought it (every page has one), so that it is in no script. */
const drawing =
  import.meta.env.SSR || import.meta.env.DEV ? logo_drawing : (document.querySelector('.logo')?.innerHTML ?? '')

/** The gate with a steaming bowl, and the name beside it; in a bar it never grows over what stands beside it. */
export function Logo({ large = false }: { large?: boolean }) {
  return (
    <span
      className={`flex items-center gap-2 font-extrabold tracking-tight ${
        large ? 'text-4xl' : 'text-[min(1.25rem,6vw)]'
      }`}
    >
      <svg
        viewBox="0 0 64 64"
        className="logo size-[1.8em]"
        aria-hidden="true"
        fill="none"
        strokeLinecap="round"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing.
        dangerouslySetInnerHTML={{ __html: drawing }}
      />
      {brand.name}
    </span>
  )
}
