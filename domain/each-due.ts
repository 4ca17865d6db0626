/**
 * Works on rows that are due, one after the other, each in a commit of its own. What one of them throws stops none of
 * the others: once every row was tried, all of it is thrown as one AggregateError. Answers the sum of what `work`
 * answered.
 */
export async function eachDue<Row>(rows: readonly Row[], work: (row: Row) => Promise<number>): Promise<number> {
  const errors: unknown[] = []
  let sum = 0
  for (const row of rows) {
    try {
      sum += await work(row)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('; '))
  return sum
}
