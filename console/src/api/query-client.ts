import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { createCheckpoint } from './checkpoint.ts'

const staleMs = 15_000
const maxRetries = 6

/**
 * The cache of all answers. Reads are retried up to six times when the server cannot be reached or is busy; writes
 * are not queued.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: staleMs,
      networkMode: 'always',
      retry: (count, error) => error instanceof ApiError && error.isTemporary && count < maxRetries,
      retryDelay: (count, error) =>
        error instanceof ApiError && error.retryAfterSeconds !== undefined
          ? error.retryAfterSeconds * 1000
          : Math.min(1000 * 2 ** count, 15_000),
    },
    mutations: { networkMode: 'always' },
  },
})

/** The point up to which the cache has all changes that the stream of events reports. */
export const checkpoint = createCheckpoint(queryClient.getQueryCache())
