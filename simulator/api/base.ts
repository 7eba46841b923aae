// Where the steering API is.

/** Path of the API. */
export const apiBase = '/api/v1';
