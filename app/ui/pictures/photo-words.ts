import type { UploadWords } from './upload-picture.ts'

/** What to say about a photo that could not be stored. */
export const photo_words: UploadWords = { failed: 'Failed to upload profile photo', lost: 'Upload failed' }

/** Shown to somebody who goes on too early. */
export const PHOTO_ON_ITS_WAY = 'One moment: your photo is still on its way.'
