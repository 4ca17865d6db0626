import { expect, test } from 'vitest'
import { isSigned } from './s3-signature.ts'

const keys = {
  access_key_id: 'AKIAIOSFODNN7EXAMPLE',
  secret_access_key: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const credential = 'Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request'
const authorization = (names: string, signature: string) =>
  `AWS4-HMAC-SHA256 ${credential},SignedHeaders=${names},Signature=${signature}`

/** The examples of Amazon's own page. */
const list = {
  method: 'GET',
  url: '/?max-keys=2&prefix=J',
  body: Buffer.alloc(0),
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': nothing,
    'x-amz-date': '20130524T000000Z',
    authorization: authorization(
      'host;x-amz-content-sha256;x-amz-date',
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ),
  },
}
const put = {
  method: 'PUT',
  url: '/test%24file.text',
  body: Buffer.from('Welcome to Amazon S3.'),
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    date: 'Fri, 24 May 2013 00:00:00 GMT',
    'x-amz-date': '20130524T000000Z',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    authorization: authorization(
      'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ),
  },
}

test.each([list, put])('a request as Amazon signs it is signed: $method $url', (request) => {
  expect(isSigned(request, keys)).toBe(true)
})

test('another key, another body, another address or another header is not', () => {
  expect(isSigned(put, { ...keys, secret_access_key: 'another' })).toBe(false)
  expect(isSigned(put, { ...keys, access_key_id: 'another' })).toBe(false)
  expect(isSigned({ ...put, body: Buffer.from('Farewell') }, keys)).toBe(false)
  expect(isSigned({ ...list, url: '/?max-keys=2&prefix=K' }, keys)).toBe(false)
  expect(isSigned({ ...list, headers: { ...list.headers, host: 'other.example' } }, keys)).toBe(false)
  expect(isSigned({ ...list, headers: {} }, keys)).toBe(false)
})
