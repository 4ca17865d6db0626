import { createHash, createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

type Request = { method: string; url: string; headers: IncomingHttpHeaders; body: Buffer }
export type S3Keys = { access_key_id: string; secret_access_key: string }

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * Whether a request is signed with these keys by version 4, and its body is what was signed, as Amazon's page
 * “Signature calculations for the Authorization header” has it: in one piece, as all our requests are.
 */
export function isSigned(
  { method, url, headers, body }: Request,
  { access_key_id, secret_access_key }: S3Keys,
): boolean {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=(\S+?), ?Signature=(\w+)$/
  const [, key = '', day = '', region = '', names = '', signature] = parts.exec(headers.authorization ?? '') ?? []
  const said = headers['x-amz-content-sha256'] ?? ''
  if (key !== access_key_id || (said !== 'UNSIGNED-PAYLOAD' && said !== sha256(body))) return false
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const query = [...searchParams].map((pair) => pair.map(encoded).join('=')).sort()
  const lines = names.split(';').map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`)
  const asked = [method, pathname, query.join('&'), lines.join(''), names, said].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const to_sign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(asked)].join('\n')
  const signing = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secret_access_key}`, day))
  return hmac(signing, to_sign).toString('hex') === signature
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
