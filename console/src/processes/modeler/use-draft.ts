import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import type { Operations } from '../../api/operations.ts'

export type Problem = Operations['checkProcess']['result']['problems'][number]

const pauseMs = 700

interface Options {
  readonly namespace: string
  readonly code: string
  readonly baseVersion: number | undefined
  /** Revision of the stored draft; 0 when there is none. */
  readonly revision: number
  readonly initial: string
}

/**
 * Stores the draft of a diagram on the server and checks it, after each pause in drawing. `state` is `changed` until
 * both are done; `error` is the error of the last attempt, such as a draft that another user has stored meanwhile.
 */
export function useDraft({ namespace, code, baseVersion, revision, initial }: Options) {
  const [xml, setXml] = useState(initial)
  const [problems, setProblems] = useState<readonly Problem[]>()
  const [state, setState] = useState<'unchanged' | 'changed' | 'saved'>('unchanged')
  const [error, setError] = useState<unknown>()
  const stored = useRef(revision)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const last = useRef(Promise.resolve())
  const changes = useRef(0)
  const checks = useRef(0)
  const isStopped = useRef(false)
  /** Stores the latest change; undefined when it is stored. */
  const unsaved = useRef<() => Promise<void>>(undefined)

  const check = useCallback(
    async (text: string) => {
      const body = new Blob([text], { type: 'application/xml' })
      const number = ++checks.current
      const found = (await call('checkProcess', { params: { namespace, code }, body })).problems
      // The answer about an older diagram may arrive last.
      if (number === checks.current) setProblems(found)
    },
    [namespace, code],
  )
  const store = useCallback(
    async (text: string) => {
      const input = { params: { namespace, code }, body: { xml: text, baseVersion: baseVersion ?? null } }
      const { draft } = await call('putProcessDraft', { ...input, ifMatch: stored.current })
      stored.current = draft.revision
    },
    [namespace, code, baseVersion],
  )
  useEffect(() => {
    check(initial).catch(setError)
    return () => clearTimeout(timer.current)
  }, [check, initial])

  /** Reports that the diagram has changed. `read` is called at the next pause and returns the diagram. */
  const changed = useCallback(
    (read: () => Promise<string>) => {
      setState('changed')
      clearTimeout(timer.current)
      const change = ++changes.current
      const save = async () => {
        if (isStopped.current) return
        try {
          const text = await read()
          setXml(text)
          await store(text)
          await check(text)
          setError(undefined)
          // A change during the save is not stored yet.
          if (change !== changes.current) return
          unsaved.current = undefined
          setState('saved')
        } catch (refusal) {
          setError(refusal)
        }
      }
      unsaved.current = save
      timer.current = setTimeout(() => {
        // Saves run one after the other, because each needs the revision that the previous save returned.
        last.current = last.current.then(save)
      }, pauseMs)
    },
    [store, check],
  )
  /**
   * Deletes the draft. A save that is running is awaited first, so that the draft does not come back. When the server
   * refuses, a change that has waited to be stored is stored.
   */
  const discard = useCallback(async () => {
    isStopped.current = true
    clearTimeout(timer.current)
    await last.current
    try {
      if (stored.current > 0) await call('deleteProcessDraft', { params: { namespace, code } })
    } catch (refusal) {
      isStopped.current = false
      if (unsaved.current) last.current = last.current.then(unsaved.current)
      throw refusal
    }
  }, [namespace, code])
  return { xml, problems, state, error, changed, discard, revision: () => stored.current }
}
