import { type Query, type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { describeError } from './states.tsx'
import { toast } from './toasts.tsx'

/** An action of the user: one write, the queries that it makes stale, and the message afterwards. */
export interface Action<Input, Output> {
  readonly run: (input: Input) => Promise<Output>
  /** Keys of the queries that are read again after the action. */
  readonly invalidates?: readonly QueryKey[]
  /** Message after success. */
  readonly done?: string | ((output: Output, input: Input) => string)
  readonly onDone?: (output: Output, input: Input) => void
  /** Whether the page shows the error by itself, as a form does. Otherwise the error is a toast. */
  readonly showsError?: boolean
}

/**
 * Returns the mutation of an action: `mutate(input)`, `isPending` and `error`. While the action runs, it is not started
 * again without input or with the same input, so that a double click sends one request. A new object counts as another
 * input, even with equal values.
 */
export function useAction<Input = void, Output = unknown>(action: Action<Input, Output>) {
  const client = useQueryClient()
  const running = useRef(new Set<Input>()).current
  const mutation = useMutation({
    mutationFn: action.run,
    onSuccess: async (output: Output, input: Input) => {
      const { invalidates = [], done, onDone } = action
      await Promise.all(invalidates.map((queryKey) => readAfterWrite(client, queryKey)))
      if (done !== undefined) toast({ text: typeof done === 'function' ? done(output, input) : done, tone: 'good' })
      onDone?.(output, input)
    },
    onError: (error) => {
      if (!action.showsError) toast({ text: describeError(error).message, tone: 'danger' })
    },
    onSettled: (_output, _error, input) => void running.delete(input),
  })
  const mutate: typeof mutation.mutate = (...given) => {
    const input = given[0] as Input
    if (running.has(input)) return
    running.add(input)
    mutation.mutate(...given)
  }
  return { ...mutation, mutate }
}

/**
 * Reads the queries of a key again after a write, and waits for the answers. A first read that is still running is
 * cancelled, because its answer may be older than the write: TanStack Query would wait for this answer and not read
 * again.
 */
export async function readAfterWrite(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const isFirstLoad = (query: Query): boolean => query.state.data === undefined && query.getObserversCount() > 0
  await client.cancelQueries({ queryKey, predicate: isFirstLoad })
  await client.invalidateQueries({ queryKey })
}
