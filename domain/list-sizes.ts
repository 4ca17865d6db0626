/** How many rows a page of a list may have besides what the list has by itself. */
export const page_sizes: readonly number[] = [10, 25, 50, 100]
