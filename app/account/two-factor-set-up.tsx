import { useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { buttonClass } from '../ui/button.tsx'
import { Field } from '../ui/forms/field.tsx'
import type { SecurityAnswer } from './account-security-action.server.ts'
import { BackupCodes } from './backup-codes.tsx'
import { text_link } from './frame.tsx'

type Props = NonNullable<SecurityAnswer['set_up']>

/** Three steps on one page: the app learns the secret, the codes are kept, and the first code proves it. */
export function SetUp({ uri, qr, backup_codes }: Props) {
  const busy = useNavigation().state !== 'idle'
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  const top = useRef<HTMLHeadingElement>(null)
  useEffect(() => top.current?.focus(), [])
  return (
    <>
      <h3 ref={top} tabIndex={-1} className="text-lg font-bold">
        1. Scan this with your authenticator app
      </h3>
      {qr && (
        <svg
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          role="img"
          aria-label="QR code for your authenticator app"
          className="mx-auto block size-56 bg-white"
          shapeRendering="crispEdges"
        >
          <path d={qr.path} fill="#000" />
        </svg>
      )}
      <p>
        On this very phone?{' '}
        <a href={uri} className={text_link}>
          Open the app
        </a>
        , or type this key into it:{' '}
        <code className="block rounded-control bg-sunken p-3 break-all">{secret.replace(/(.{4})/g, '$1 ')}</code>
      </p>
      <BackupCodes title="2. Keep these backup codes" codes={backup_codes} />
      <Form method="post" noValidate className="space-y-5">
        <h3 className="text-lg font-bold">3. Type what the app shows</h3>
        <input type="hidden" name="intent" value="confirm" />
        <input type="hidden" name="uri" value={uri} />
        {backup_codes.map((code) => (
          <input key={code} type="hidden" name="backup_code" value={code} />
        ))}
        <Field
          name="code"
          label="Six-digit code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          required
        />
        <button type="submit" className={buttonClass('primary')} disabled={busy}>
          Turn it on
        </button>
      </Form>
    </>
  )
}
