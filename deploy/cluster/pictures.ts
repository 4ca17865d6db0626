/** The stand-in for a bucket of S3, as a program of its own: it forgets everything when it ends. */
import { startS3Server } from '../../test/s3-server.ts'

const { S3_PORT, S3_BUCKET = '', S3_ACCESS_KEY_ID = '' } = process.env
const server = await startS3Server(S3_BUCKET, S3_ACCESS_KEY_ID, Number(S3_PORT))
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)))
