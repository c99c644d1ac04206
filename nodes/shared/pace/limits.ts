/**
 * What every run keeps: how many of its requests may be under way at once, and for how many milliseconds the service may refuse (429)
 * before what waits fails, counted from the last request that it accepted.
 */
export const limits = { requestsAtOnce: 10, refusedMs: 600_000 };
