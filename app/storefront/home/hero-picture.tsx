/** A bowl of jollof under the gate. Drawn in place: it arrives with the page and costs no request. */
export function HeroPicture() {
  return (
    <svg viewBox="0 0 480 400" className="mx-auto hidden w-full max-w-lg md:block" aria-hidden="true">
      <circle cx="240" cy="200" r="196" fill="#1c3375" />
      <path d="M92 380V210a148 148 0 0 1 296 0v170z" fill="#a93312" />
      <path d="M128 380V216a112 112 0 0 1 224 0v164z" fill="#c8401a" />
      <path d="M92 378V210a148 148 0 0 1 296 0v168" fill="none" stroke="#f6b93b" strokeWidth="22" />
      <path d="M20 380h440" stroke="#0a1534" strokeWidth="16" strokeLinecap="round" />
      <g fill="none" stroke="#ffe1b8" strokeWidth="9" strokeLinecap="round">
        <path d="M196 150q-16-18 0-36t0-36M240 138q-16-18 0-36t0-36M284 150q-16-18 0-36t0-36" />
      </g>
      <path d="M124 256c4-40 34-44 46-60 22-30 46-18 66-32 34-18 58 8 76 20 30 12 44 32 46 72z" fill="#e8622c" />
      <g fill="none" stroke="#ffc08a" strokeWidth="5" strokeLinecap="round" strokeDasharray="7 17">
        <path d="M146 246q30-56 84-58 64-4 100 58" />
        <path d="M164 250q26-38 70-40 50 0 80 40M176 210q30-36 70-28 40 0 64 32" strokeDashoffset="9" />
      </g>
      <path d="M300 236l62-86" stroke="#fff3df" strokeWidth="13" strokeLinecap="round" />
      <path d="M354 148a11 11 0 1 1 14-13 11 11 0 1 1-2 22z" fill="#fff3df" />
      <path d="M262 250c-8-40 24-72 58-60 28 12 24 50-2 66z" fill="#7d3413" />
      <path d="M282 236c-2-22 12-38 30-36" fill="none" stroke="#b0582c" strokeWidth="6" strokeLinecap="round" />
      <g fill="#f6b93b" stroke="#cf861a" strokeWidth="5">
        <ellipse cx="152" cy="240" rx="26" ry="17" transform="rotate(-24 152 240)" />
        <ellipse cx="190" cy="246" rx="26" ry="17" transform="rotate(-10 190 246)" />
        <ellipse cx="226" cy="250" rx="24" ry="15" />
      </g>
      <path d="M206 190q-8-30-38-32 2 32 38 32zM208 190q2-26 28-34 4 28-28 34z" fill="#4fae70" />
      <path d="M108 254h264a132 116 0 0 1-84 108h-96a132 116 0 0 1-84-108z" fill="#fff7ea" />
      <path d="M118 288h244M130 312h220" stroke="#1c3375" strokeWidth="7" strokeDasharray="14 11" />
      <path d="M108 256h264" stroke="#ecd9b6" strokeWidth="12" strokeLinecap="round" />
      <path d="M188 366h104" stroke="#ecd9b6" strokeWidth="14" strokeLinecap="round" />
    </svg>
  )
}
