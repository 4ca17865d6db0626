/** The stand-in for a bucket of S3, as a program of its own: it forgets everything when it ends. */
import { startS3Server } from '../../test/s3-server.ts'

const { S3_PORT, S3_BUCKET = '', S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = process.env
const keys = { access_key_id: S3_ACCESS_KEY_ID, secret_access_key: S3_SECRET_ACCESS_KEY }
const server = await startS3Server(S3_BUCKET, keys, Number(S3_PORT))
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)))
