import { useCallback, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import type { Operations } from '../../api/operations.ts'

export type Trial = Operations['tryProcess']['result']
type Input = Operations['tryProcess']['input']['body']
export type Step = NonNullable<Input['steps']>[number]

/** The input of a trial: the values of the start and the steps after it. */
interface Course {
  readonly context?: Record<string, unknown>
  readonly steps: readonly Step[]
}

/**
 * Holds a trial of a diagram. The server repeats all steps with each request, so no extra code is needed for going
 * back or for changing the diagram. When a step is refused, `play` throws and the trial stays unchanged. The answer
 * or refusal of an older run is dropped, because it may arrive last and is about an older diagram.
 */
export function useTrial({ namespace, code, xml }: { namespace: string; code: string; xml: string }) {
  const [course, setCourse] = useState<Course>({ steps: [] })
  const [trial, setTrial] = useState<Trial>()
  const [isBusy, setBusy] = useState(false)
  const runs = useRef(0)
  const play = useCallback(
    async (next: Course): Promise<void> => {
      const run = ++runs.current
      const isLatest = () => run === runs.current
      setBusy(true)
      try {
        const { context, steps } = next
        const body = { xml, ...(context && { context }), steps: [...steps] }
        const answer = await call('tryProcess', { params: { namespace, code }, body })
        if (!isLatest()) return
        setTrial(answer)
        setCourse(next)
      } catch (refusal) {
        if (isLatest()) throw refusal
      } finally {
        if (isLatest()) setBusy(false)
      }
    },
    [namespace, code, xml],
  )
  const restart = useCallback(() => play({ steps: [] }), [play])
  return {
    trial,
    isBusy,
    steps: course.steps,
    /** Begins the trial again, so that the input of a start is asked for. */
    restart,
    start: (context: Record<string, unknown>) => play({ context, steps: [] }),
    take: (step: Step) => play({ ...course, steps: [...course.steps, step] }),
    back: () => play(course.steps.length > 0 ? { ...course, steps: course.steps.slice(0, -1) } : { steps: [] }),
  }
}
