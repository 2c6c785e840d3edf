import { useSuspenseQuery } from '@tanstack/react-query'
import { workspaceQuery } from '../../api/workspace.ts'
import { useI18n } from '../../i18n/index.tsx'
import type { Application } from '../application.ts'
import { candidateColumns } from './columns.ts'
import { type ListState, selectionBody } from './list-state.ts'

/** Returns the codes of the fields that can become columns by default. */
export const candidatesOf = (schema: Application): readonly string[] => candidateColumns(schema)

/**
 * Returns the part of a list request that selects the rows of the list. The search looks into the chosen columns, or
 * into all that can be shown by default.
 */
export function useSelection(schema: Application, state: Pick<ListState, 'q' | 'f' | 'eql' | 'status' | 'columns'>) {
  const { language } = useI18n()
  const { namespaces } = useSuspenseQuery(workspaceQuery).data
  const columns = new Set(state.columns ?? [...candidatesOf(schema), '__status', '__createdAt'])
  const fields = schema.fields.filter(({ code }) => columns.has(code))
  const seen = new Set(
    namespaces.flatMap(({ code, applications }) => applications.map((each) => `${code}.${each.code}`)),
  )
  const sees = (application: string) => seen.has(application)
  return selectionBody(state, schema, { fields, language, sees })
}
