import { useState } from 'react'
import { brand } from '../../domain/brand.ts'
import { buttonClass } from '../ui/button.tsx'
import { useAwake } from './use-filled.ts'

/** Shown once. Each code works for one login without the phone. */
export function BackupCodes({ title = 'Your new backup codes', codes }: { title?: string; codes: readonly string[] }) {
  const awake = useAwake()
  const [said, setSaid] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${codes.join('\n')}\n`)
      setSaid('Copied. Paste them where only you can see them.')
    } catch {
      // An old browser, a page without https, or a refused permission.
      setSaid('This browser does not let us copy. Download them instead.')
    }
  }
  const file = [`${brand.name} backup codes. Each logs you in once.`, '', ...codes, ''].join('\r\n')
  return (
    <div>
      <h3 className="text-lg font-bold">{title}</h3>
      <p className="mt-1">
        Each of them logs you in once when your phone is lost or broken. Keep them: they are not shown again.
      </p>
      <ul className="mt-3 grid grid-cols-2 gap-2 rounded-control bg-sunken p-3">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        {awake && (
          <button type="button" className={buttonClass('quiet')} onClick={() => void copy()}>
            Copy the codes
          </button>
        )}
        <a
          className={buttonClass('quiet')}
          download="chowgate-backup-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
        >
          Download as text
        </a>
        <p role="status">{said}</p>
      </div>
    </div>
  )
}
