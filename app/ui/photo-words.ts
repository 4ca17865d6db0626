import type { UploadWords } from './upload-picture.ts'

/** Spec §8. */
export const photo_words: UploadWords = { failed: 'Failed to upload profile photo', lost: 'Upload failed' }
