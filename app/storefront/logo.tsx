import { brand } from '../../domain/brand.ts'

/** The gate with a steaming bowl, and the name beside it. */
export function Logo({ large = false }: { large?: boolean }) {
  return (
    <span
      className={`flex items-center gap-2 font-extrabold tracking-tight ${large ? 'text-4xl' : 'text-xl'}`}
    >
      <svg viewBox="0 0 64 64" className={large ? 'size-16' : 'size-9'} aria-hidden="true">
        <path
          d="M12 54V30a20 20 0 0 1 40 0v24"
          fill="none"
          stroke="#f6b93b"
          strokeWidth="7"
          strokeLinecap="round"
        />
        <path d="M20 41h24a12 12 0 0 1-24 0z" fill="currentColor" />
        <path
          d="M26 34q-4-5 0-9M32 34q-4-5 0-9M38 34q-4-5 0-9"
          fill="none"
          stroke="#ff8a5c"
          strokeWidth="3.5"
          strokeLinecap="round"
        />
      </svg>
      {brand.name}
    </span>
  )
}
