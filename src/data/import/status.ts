import type { Import } from './imports.store.ts'
import type { ImportProblem } from './problem.ts'

/** The status of an import in the form of the public API. */
export interface ImportStatus {
  readonly state: 'none' | 'running' | 'done' | 'error' | 'undone'
  /** The number of rows in the file; 0 until they are counted. */
  readonly total: number
  readonly processed: number
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly failed: number
  readonly startedAt: string | null
  readonly finishedAt: string | null
  /** The reason for an early end, if there is one, and then the first 100 problems of rows. */
  readonly errors: readonly ImportProblem[]
  readonly importId: string | null
  readonly dryRun: boolean
  readonly ignoredColumns: readonly string[]
  readonly reportUrl: string | null
  readonly application?: string
  readonly file?: string
  readonly options?: object
}

/** The status of an application without imports. */
export const noImport: ImportStatus = {
  state: 'none',
  total: 0,
  processed: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  startedAt: null,
  finishedAt: null,
  errors: [],
  importId: null,
  dryRun: false,
  ignoredColumns: [],
  reportUrl: null,
}

/**
 * Returns the status in the form of the public API. With `isOwn` false, the status has only the progress and nothing
 * from the file.
 */
export function statusOf(imported: Import, isOwn = true): ImportStatus {
  const { total, processed, created, updated, unchanged, failed, startedAt, finishedAt, settings } = imported
  const counts = {
    state: wireState(imported),
    total: total ?? 0,
    processed,
    created,
    updated,
    unchanged,
    failed,
    startedAt,
    finishedAt,
    dryRun: settings.dryRun,
  }
  if (!isOwn) return { ...noImport, ...counts }
  return {
    ...counts,
    errors: imported.errors,
    importId: imported.id,
    ignoredColumns: imported.ignoredColumns,
    reportUrl: `/api/v1/imports/${imported.id}/report`,
    application: `${imported.namespace}.${imported.code}`,
    file: imported.file.name,
    options: settings,
  }
}

/** Returns one of the documented states. Clients wait while the state is `running`. */
function wireState({ state }: Import): ImportStatus['state'] {
  return state === 'queued' || state === 'undoing' ? 'running' : state
}
