/** What the server answers to a picture that was sent (endpoints/picture-upload.ts). */
export type UploadAnswer = { address: string } | { refused: UploadProblem }
export type UploadProblem = 'login' | 'not_a_picture' | 'too_large' | 'too_many_pixels' | 'busy'

/** See docs/product.md#pictures. */
const LARGEST_BYTES = 15 * 1024 * 1024

/** What is wrong with a file before it is sent; null for a picture that may be sent. */
export function pictureProblem(file: File): string | null {
  if (!file.type.startsWith('image/')) return 'Select an image'
  return file.size > LARGEST_BYTES ? 'Image >15MB' : null
}

/** The screen's own sentences: the server could not keep the picture; it never got there. */
export type UploadWords = { failed: string; lost: string }

/** The address of the stored picture, or what to tell its owner. */
export function uploadPicture(
  file: File,
  words: UploadWords,
  onProgress: (part: number) => void,
): Promise<{ address: string } | { problem: string }> {
  return new Promise((resolve) => {
    const form = new FormData()
    form.set('picture', file)
    const request = new XMLHttpRequest()
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('load', () => resolve(readAnswer(request.response, words.failed)))
    for (const event of ['error', 'abort', 'timeout']) {
      request.addEventListener(event, () => resolve({ problem: words.lost }))
    }
    request.responseType = 'json'
    request.open('POST', '/uploads/picture' satisfies Address)
    request.send(form)
  })
}

function readAnswer(answer: UploadAnswer | null, failed: string): { address: string } | { problem: string } {
  if (answer && 'address' in answer) return answer
  switch (answer?.refused) {
    case 'login':
      return { problem: 'Login required' }
    case 'not_a_picture':
      return { problem: 'Select an image' }
    case 'too_large':
      return { problem: 'Image >15MB' }
    case 'too_many_pixels':
    case 'busy':
    case undefined:
      return { problem: refusedPicture(answer?.refused, failed) }
  }
}

/**
 * Why our server did not take a picture, in words that help more than the screen's own sentence, where there are any.
 */
export function refusedPicture(reason: string | undefined, failed: string): string {
  if (reason === 'busy') return 'Many pictures are coming in right now. Please try again later.'
  if (reason === 'too_many_pixels') return 'This picture is too large to open. Please choose a smaller one.'
  return failed
}
