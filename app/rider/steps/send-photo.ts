import type { UploadAnswer } from '../../ui/pictures/upload-picture.ts'

/** Uploads a photo. Answers its address, null when it is refused for good, undefined when it did not arrive. */
export async function sendPhoto(photo: Blob): Promise<string | null | undefined> {
  try {
    const body = new FormData()
    body.set('picture', photo, 'photo.jpg')
    const response = await fetch('/uploads/picture' satisfies Address, { method: 'POST', body })
    if (response.redirected) return undefined
    const answer = (await response.json()) as UploadAnswer
    if ('address' in answer) return answer.address
    const for_good = ['not_a_picture', 'too_large', 'too_many_pixels'].includes(answer.refused)
    return for_good ? null : undefined
  } catch {
    return undefined
  }
}
