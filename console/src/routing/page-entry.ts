import type { ComponentType } from 'react'
import type { Operations } from '../api/operations.ts'
import type { TextKey } from '../i18n/index.tsx'

export type Workspace = Operations['getWorkspace']['result']

/** A page in the command palette and, if it has a `place`, in the navigation. */
export interface PageEntry {
  readonly label: TextKey
  /** Path after `/console`, such as `/tasks`. */
  readonly path: string
  /** Position of the page in the navigation; pages without a position are only in the palette. */
  readonly place?: 'top' | 'middle' | 'bottom'
  readonly icon: ComponentType<{ size?: number }>
  /** Letter that opens the page after `g`. */
  readonly goKey?: string
  /** Number beside the name; 0 is not shown. */
  readonly count?: (workspace: Workspace) => number
  /** Whether the user can use the page; every user by default. */
  readonly isVisible?: (workspace: Workspace) => boolean
}
