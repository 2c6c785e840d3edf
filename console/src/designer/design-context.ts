import { createContext, use } from 'react'
import type { Definition } from './definition.ts'

/** The definition that is being edited. */
export interface Design {
  readonly definition: Definition
  /** The definition as it is deployed; undefined for a new application. */
  readonly deployed: Definition | undefined
  /**
   * Changes keys of the definition; undefined removes a key. Consecutive changes with the same `what` are undone
   * together.
   */
  readonly change: (changes: Partial<Definition>, what?: string) => void
  /** Replaces the whole definition. */
  readonly replace: (definition: Definition) => void
  /** Returns the message for a place, such as `fields[3].to`. */
  readonly problemAt: (path: string) => string | undefined
  /** Returns whether there is a problem at a place or inside it. */
  readonly hasProblem: (path: string) => boolean
}

export const DesignContext = createContext<Design | undefined>(undefined)

/** Returns the definition that is being edited. */
export function useDesign(): Design {
  const design = use(DesignContext)
  if (design === undefined) throw new Error('there is no design above this component')
  return design
}
