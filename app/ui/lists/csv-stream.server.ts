import { formatCsv } from '../../../domain/csv.ts'

/** A CSV file that is sent portion by portion while it is read, under a name for the download. */
export function csvStream<Row>(
  file_name: string,
  heading: readonly string[],
  portions: AsyncGenerator<Row[]>,
  cellsOf: (row: Row) => string[][],
): Response {
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(formatCsv([heading])))
    },
    async pull(controller) {
      const { value, done } = await portions.next()
      if (done) return controller.close()
      // Only the file's beginning carries the mark that says UTF-8.
      if (value.length > 0) controller.enqueue(encoder.encode(formatCsv(value.flatMap(cellsOf)).replace(/^\uFEFF/, '')))
    },
    async cancel() {
      await portions.return(undefined)
    },
  })
  return new Response(stream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${file_name}"`,
      'cache-control': 'no-store',
    },
  })
}
