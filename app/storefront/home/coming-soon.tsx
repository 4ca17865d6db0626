import { brand } from '../../../domain/brand.ts'

export function ComingSoon() {
  return (
    <section aria-labelledby="app-title" className="bg-brand-strong text-white">
      <div className="page-width flex flex-wrap items-center gap-8 py-12">
        <svg viewBox="0 0 120 200" className="mx-auto w-24 shrink-0" aria-hidden="true">
          <rect x="4" y="4" width="112" height="192" rx="20" fill="#0a1534" stroke="#fff" strokeWidth="6" />
          <path d="M46 20h28" stroke="#fff" strokeWidth="6" strokeLinecap="round" />
          <path d="M34 128V92a26 26 0 0 1 52 0v36" fill="none" stroke="#f6b93b" strokeWidth="9" strokeLinecap="round" />
          <path d="M44 108h32a16 16 0 0 1-32 0z" fill="#fff" />
          <path d="M24 156h72M24 172h44" stroke="#f6b93b" strokeWidth="7" strokeLinecap="round" opacity="0.7" />
        </svg>
        <div className="min-w-0 grow basis-72">
          <p className="inline-block rounded-full bg-plantain px-3 py-1 text-sm font-bold text-[#1b2233]">
            Coming Soon
          </p>
          <h2 id="app-title" className="mt-3 text-3xl font-extrabold">
            The {brand.name} mobile app
          </h2>
          <p className="mt-2 max-w-prose text-white/85">
            We are building it for Android and iPhone. Until it is here, this site does it all, on any phone and with
            little data. Add it to your home screen from your browser’s menu.
          </p>
        </div>
      </div>
    </section>
  )
}
