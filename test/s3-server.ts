import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { isSigned, type S3Keys } from './s3-signature.ts'

type Stored = { body: Buffer; type: string }

/**
 * The parts of the S3 protocol that our stores speak, path-style: PUT, GET, HEAD and DELETE of one object, and lists,
 * for requests in one piece that are signed with these keys. In memory, for tests. `breakAfter` has it cut every line
 * after so many more objects.
 */
export async function startS3Server(bucket: string, keys: S3Keys, port = 0) {
  const objects = new Map<string, Stored>()
  const refused: string[] = []
  const asked: string[] = []
  let puts_left = Number.POSITIVE_INFINITY

  const server = http.createServer(async (request, response) => {
    if (puts_left <= 0) return request.socket.destroy()
    const body = await readBody(request).catch(() => null)
    // Whoever sent it is gone.
    if (!body) return request.socket.destroy()
    const { method = '', url = '/', headers } = request
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const fail = (status: number, code: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(request.method === 'HEAD' ? undefined : `<Error><Code>${code}</Code></Error>`)
    if (!isSigned({ method, url, headers, body }, keys)) {
      refused.push(`${method} ${pathname}`)
      return fail(403, 'AccessDenied')
    }
    if (searchParams.has('list-type')) return response.writeHead(200).end(listing([...objects], searchParams))
    asked.push(`${request.method} ${pathname}`)
    if (!pathname.startsWith(`/${bucket}/`)) return fail(404, 'NoSuchBucket')
    const key = decodeURIComponent(pathname.slice(bucket.length + 2))
    const known = objects.get(key)
    switch (request.method) {
      case 'PUT':
        puts_left--
        objects.set(key, { body, type: request.headers['content-type'] ?? '' })
        return response.writeHead(200, { etag: '"1"' }).end()
      case 'DELETE':
        objects.delete(key)
        return response.writeHead(204).end()
      default:
        if (!known) return fail(404, 'NoSuchKey')
        response.writeHead(200, {
          'content-type': known.type,
          'content-length': known.body.length,
          etag: '"1"',
        })
        return response.end(request.method === 'HEAD' ? undefined : known.body)
    }
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    refused,
    /** Every question about one object that was signed well. */
    asked,
    breakAfter(puts: number) {
      puts_left = puts
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const PAGE = 1000

/** One page of what is below a prefix, as ListObjectsV2 answers it. */
function listing(objects: [string, Stored][], asked: URLSearchParams): string {
  const prefix = asked.get('prefix') ?? ''
  const from = Number(asked.get('continuation-token') ?? 0)
  const found = objects.filter(([key]) => key.startsWith(prefix)).sort(([left], [right]) => (left < right ? -1 : 1))
  const page = found.slice(from, from + PAGE)
  const more = from + PAGE < found.length
  const contents = page.map(
    ([key, { body }]) =>
      `<Contents><Key>${key}</Key><Size>${body.length}</Size><ETag>"1"</ETag>` +
      '<LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>',
  )
  const next = more ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : ''
  return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
}

async function readBody(request: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
