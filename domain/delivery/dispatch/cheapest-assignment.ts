/**
 * Assigns every row a column of its own so that the total cost is lowest: the Hungarian method with potentials, along
 * shortest paths (Jonker and Volgenant 1987), rows² × columns steps. Costs are by row, then column; Infinity forbids a
 * pair. Needs at least as many columns as rows. Answers the column of each row, −1 where no finite one was left for it.
 */
export function cheapestAssignment(costs: readonly Float64Array[], columns: number): Int32Array {
  const rows = costs.length
  if (rows > columns) throw new RangeError(`${rows} rows have no place in ${columns} columns`)
  const FORBIDDEN = 1e9
  const row_of = new Int32Array(columns + 1).fill(-1)
  const row_potential = new Float64Array(rows)
  const column_potential = new Float64Array(columns + 1)
  const start = columns

  const distance = new Float64Array(columns + 1)
  const came_from = new Int32Array(columns + 1)
  const seen = new Uint8Array(columns + 1)
  for (let row = 0; row < rows; row++) {
    distance.fill(Number.POSITIVE_INFINITY)
    came_from.fill(start)
    seen.fill(0)
    row_of[start] = row
    let at = start
    while (row_of[at] !== -1) {
      seen[at] = 1
      const current = row_of[at] as number
      const line = costs[current] as Float64Array
      const potential = row_potential[current] as number
      let nearest = -1
      let step = Number.POSITIVE_INFINITY
      for (let column = 0; column < columns; column++) {
        if (seen[column]) continue
        const reduced = Math.min(line[column] as number, FORBIDDEN) - potential - (column_potential[column] as number)
        let least = distance[column] as number
        if (reduced < least) {
          least = reduced
          distance[column] = reduced
          came_from[column] = at
        }
        if (least < step) {
          step = least
          nearest = column
        }
      }
      for (let column = 0; column <= columns; column++) {
        if (seen[column]) {
          const owner = row_of[column] as number
          row_potential[owner] = (row_potential[owner] as number) + step
          column_potential[column] = (column_potential[column] as number) - step
        } else {
          distance[column] = (distance[column] as number) - step
        }
      }
      at = nearest
    }
    while (at !== start) {
      const previous = came_from[at] as number
      row_of[at] = row_of[previous] as number
      at = previous
    }
  }

  const column_of = new Int32Array(rows).fill(-1)
  for (let column = 0; column < columns; column++) {
    const row = row_of[column] as number
    if (row >= 0 && (costs[row]?.[column] ?? FORBIDDEN) < FORBIDDEN) column_of[row] = column
  }
  return column_of
}
