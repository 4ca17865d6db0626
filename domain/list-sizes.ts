/** How many rows a page of a list may have besides what the list has by itself. */
export const page_sizes: readonly number[] = [10, 25, 50, 100]

/** How many rows of a filter are counted; beyond it they are only more: what grows is not counted to its end. */
export const MOST_COUNTED = 999

/** Whether a list shows some days only. */
export const hasDays = ({ from, to }: { from: string; to: string }): boolean => from !== '' || to !== ''
