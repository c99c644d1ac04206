/** The wait before a request is made again, when the service does not say: it doubles from the least to the longest. */
export const backOff = { leastMs: 500, longestMs: 30_000 };
