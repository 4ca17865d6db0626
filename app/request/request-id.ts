/** The number under which a request stands in the log: server/request-id.ts puts it here, and answers with it. */
export const REQUEST_ID_HEADER = 'x-request-id'
