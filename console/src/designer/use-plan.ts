import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import type { Operations } from '../api/operations.ts'
import { keys } from '../api/query-keys.ts'
import type { Definition } from './definition.ts'
import { type FileProblem, problemsOf } from './problems.ts'

export type EditPlan = Operations['planSolutionFiles']['result']

const pauseMs = 500
const nothing: readonly FileProblem[] = []

/** A changed file of a solution. */
export interface Change {
  readonly solution: string
  readonly path: string
  readonly hash: string | null
  readonly definition: Definition
}

/** Returns the request body of the change. */
export const bodyOf = ({ path, hash, definition }: Change) => ({ files: [{ path, hash, definition }] })

/**
 * Plans the change after each pause in editing. `isCurrent` says whether `plan` and `problems` belong to the present
 * definition; otherwise they belong to an earlier one.
 */
export function usePlan(change: Change, isChanged: boolean) {
  const { solution, path, hash, definition } = change
  const [settled, setSettled] = useState(definition)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(definition), pauseMs)
    return () => clearTimeout(timer)
  }, [definition])
  const query = useQuery({
    queryKey: keys.designPlan(solution, path, hash, settled),
    queryFn: ({ signal }) =>
      call('planSolutionFiles', {
        params: { code: solution },
        body: bodyOf({ ...change, definition: settled }),
        signal,
      }),
    enabled: isChanged,
    retry: false,
    gcTime: 0,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
  const { data, error, isFetching, refetch } = query
  const [problems, setProblems] = useState(nothing)
  useEffect(() => {
    // The problems of the last plan are shown until the next plan is ready.
    if (!isFetching) setProblems(isChanged && error ? problemsOf(error) : nothing)
  }, [isFetching, isChanged, error])
  const isCurrent = settled === definition && !isFetching
  return { plan: isChanged && !error ? data : undefined, problems, error: isChanged ? error : null, isCurrent, refetch }
}
