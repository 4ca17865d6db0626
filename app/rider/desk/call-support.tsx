import { Phone } from 'lucide-react'
import { brand } from '../../../domain/brand.ts'
import { buttonClass } from '../../ui/button.tsx'

/** Somebody who can decide, one press away, also without a network for data. */
export function CallSupport() {
  return (
    <a
      className={buttonClass('quiet', 'min-h-12 w-full text-center')}
      href={`tel:${brand.support_phone.replaceAll(' ', '')}`}
    >
      <Phone aria-hidden="true" size={18} className="shrink-0" />
      <span>
        Call {brand.name}, <span className="whitespace-nowrap">{brand.support_phone}</span>
      </span>
    </a>
  )
}
