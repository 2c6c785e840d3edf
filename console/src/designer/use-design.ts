import { useEffect, useMemo, useState } from 'react'
import { changed, type Definition } from './definition.ts'
import type { Design } from './design-context.ts'
import { type FileProblem, isWithin } from './problems.ts'
import { useHistory } from './use-history.ts'

/** The state from which editing starts: the deployed file, or no file yet. */
export interface Base {
  readonly path: string
  readonly hash: string | null
  readonly definition: Definition
  readonly text: string | null
}

interface Kept {
  readonly hash: string | null
  readonly definition: Definition
}

const keyOf = (path: string): string => `chancery.draft.${path}`

function kept(path: string): Kept | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(path)) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Forgets the unsaved changes of a file. */
export const forgetDraft = (path: string): void => sessionStorage.removeItem(keyOf(path))

/**
 * Holds the definition that is being edited, with undo. Unsaved changes survive a reload of the tab, together with the
 * hash of the file from which they started.
 */
export function useDesign(base: Base) {
  const [restored] = useState(() => kept(base.path))
  const [hash, setHash] = useState(restored ? restored.hash : base.hash)
  const history = useHistory<Definition>(restored?.definition ?? base.definition)
  const { present: definition } = history
  const isNew = base.hash === null
  const isChanged = useMemo(
    () => isNew || JSON.stringify(definition) !== JSON.stringify(base.definition),
    [definition, base, isNew],
  )
  useEffect(() => {
    if (isChanged) sessionStorage.setItem(keyOf(base.path), JSON.stringify({ hash, definition }))
    else forgetDraft(base.path)
  }, [isChanged, hash, definition, base.path])
  return { ...history, definition, hash, setHash, isChanged, isNew, wasRestored: restored !== undefined }
}

/** Returns what the editors of a definition need. */
export function useDesignContext(options: {
  definition: Definition
  deployed: Definition | undefined
  problems: readonly FileProblem[]
  change: (next: Definition, what?: string) => void
}): Design {
  const { definition, deployed, problems, change } = options
  return useMemo(() => {
    const messages = new Map<string, string>()
    for (const { path, message } of problems) if (!messages.has(path)) messages.set(path, message)
    return {
      definition,
      deployed,
      change: (changes, what) => change(changed(definition, changes), what),
      replace: (next) => change(next),
      problemAt: (path) => messages.get(path),
      hasProblem: (path) => problems.some((problem) => isWithin(problem.path, path)),
    }
  }, [definition, deployed, problems, change])
}
