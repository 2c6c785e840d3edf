import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { workspaceQuery } from '../../api/workspace.ts'
import { useI18n, useSeparateTexts } from '../../i18n/index.tsx'
import type { AuditEntry } from './audit-queries.ts'
import { objectTitle, operationTitle } from './audit-words.ts'

export type AuditWords = ReturnType<typeof useAuditWords>

/** Returns functions that say in the user's language what an entry is about. */
export function useAuditWords() {
  const { t } = useI18n()
  const titles = useSeparateTexts('operations')
  const { namespaces } = useSuspenseQuery(workspaceQuery).data
  return useMemo(() => {
    const names = new Map(
      namespaces.flatMap(({ code, applications }) => applications.map((each) => [`${code}.${each.code}`, each.name])),
    )
    return {
      operation: ({ operation }: AuditEntry) => operationTitle(operation, titles, t),
      object: (entry: AuditEntry) => objectTitle(entry, t, (path) => names.get(path)),
    }
  }, [namespaces, titles, t])
}
