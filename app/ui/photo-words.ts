import type { UploadWords } from './upload-picture.ts'

/** What a photo that could not be kept is answered. */
export const photo_words: UploadWords = { failed: 'Failed to upload profile photo', lost: 'Upload failed' }

/** Said to who goes on too early. */
export const PHOTO_ON_ITS_WAY = 'One moment: your photo is still on its way.'
