import { useCallback, useState } from 'react'

interface State<T> {
  readonly past: readonly T[]
  readonly present: T
  readonly future: readonly T[]
  /** The subject of the last change. Consecutive changes of the same subject are undone together. */
  readonly last?: string | undefined
}

const maxSteps = 200

/** Holds a value with its earlier and later states, so that changes can be undone and done again. */
export function useHistory<T>(initial: T) {
  const [{ past, present, future }, set] = useState<State<T>>({ past: [], present: initial, future: [] })
  const change = useCallback((next: T, what?: string) => {
    set((now) => {
      const isSame = what !== undefined && what === now.last
      const earlier = isSame ? now.past : [...now.past, now.present].slice(-maxSteps)
      return { past: earlier, present: next, future: [], last: what }
    })
  }, [])
  const undo = useCallback(() => {
    set((now) => {
      const before = now.past.at(-1)
      if (before === undefined) return now
      return { past: now.past.slice(0, -1), present: before, future: [now.present, ...now.future] }
    })
  }, [])
  const redo = useCallback(() => {
    set((now) => {
      const [after, ...later] = now.future
      if (after === undefined) return now
      return { past: [...now.past, now.present], present: after, future: later }
    })
  }, [])
  return { present, change, undo, redo, canUndo: past.length > 0, canRedo: future.length > 0 }
}
