import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useUserNames } from '../api/names.ts'
import { workspaceQuery } from '../api/workspace.ts'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import type { Column } from '../ui/column.ts'
import { EndSubstitution } from './end-substitution.tsx'
import { lastDay } from './period.ts'
import type { Substitution } from './substitution-queries.ts'

/** Returns the columns of a list of substitutions. The name of an application that the user cannot see is its path. */
export function useColumns(rows: readonly Substitution[]): readonly Column<Substitution>[] {
  const { t } = useI18n()
  const { date, dateTime, list } = useFormats()
  const { user, isAdministrator, namespaces } = useSuspenseQuery(workspaceQuery).data
  const names = useUserNames(rows.flatMap(({ principal, substitute }) => [principal, substitute]))
  return useMemo(() => {
    const name = (id: string): string => (id === user.id ? t('substitutions.you') : (names.get(id) ?? '…'))
    const applications = new Map(
      namespaces.flatMap(({ code, applications: all }) => all.map((each) => [`${code}.${each.code}`, each.name])),
    )
    return [
      { key: 'principal', title: t('substitutions.absent'), isMain: true, render: ({ principal }) => name(principal) },
      { key: 'substitute', title: t('substitutions.substitute'), render: ({ substitute }) => name(substitute) },
      {
        key: 'from',
        title: t('substitutions.from'),
        render: ({ from }) => <time title={dateTime(from)}>{date(from)}</time>,
      },
      {
        key: 'until',
        title: t('substitutions.until'),
        render: ({ until, endedAt }) => {
          if (endedAt) return <time title={dateTime(endedAt)}>{date(endedAt)}</time>
          return until ? <time title={dateTime(until)}>{date(lastDay(until))}</time> : t('substitutions.openEnd')
        },
      },
      { key: 'kind', title: t('substitutions.tasks'), render: ({ kind }) => t(`substitutions.kind_${kind}`) },
      {
        key: 'applications',
        title: t('substitutions.applications'),
        render: ({ applications: paths }) =>
          paths === null ? t('substitutions.all') : list(paths.map((path) => applications.get(path) ?? path)),
      },
      {
        key: 'end',
        title: <span className="visually-hidden">{t('app.actions')}</span>,
        render: (row) =>
          row.state !== 'ended' &&
          (isAdministrator || row.principal === user.id) && (
            <EndSubstitution substitution={row} name={name(row.substitute)} />
          ),
      },
    ]
  }, [t, date, dateTime, list, names, namespaces, user.id, isAdministrator])
}
