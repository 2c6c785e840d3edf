import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useUserNames } from '../api/names.ts'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import type { Column } from '../ui/column.ts'
import { DataTable } from '../ui/data-table.tsx'
import { ErrorState } from '../ui/states.tsx'
import { type Template, type Version, versionsQuery } from './queries.ts'

/** The published versions of a template with their running instances; each opens its diagram and its difference. */
export function VersionList({ template }: { template: Template }) {
  const { t } = useI18n()
  const { number, shortDateTime } = useFormats()
  const { namespace, code } = template
  const open = useNavigate()
  const { data, error, refetch } = useQuery(versionsQuery(namespace, code))
  const names = useUserNames(data?.map(({ createdBy }) => createdBy) ?? [])
  const columns = useMemo(
    (): readonly Column<Version>[] => [
      {
        key: 'version',
        title: t('processes.version'),
        render: ({ version }) => (
          <Link
            to="/processes/$namespace/$code/versions/$version"
            params={{ namespace, code, version: String(version) }}
          >
            {t('processes.versionNumber', { version: String(version) })}
          </Link>
        ),
      },
      { key: 'comment', title: t('processes.comment'), isMain: true, render: ({ comment }) => comment },
      {
        key: 'active',
        title: t('processes.running'),
        align: 'end',
        render: ({ active }) => active !== null && number(active),
      },
      { key: 'by', title: t('processes.publishedBy'), render: ({ createdBy }) => names.get(createdBy) ?? '' },
      { key: 'at', title: t('processes.publishedAt'), render: ({ createdAt }) => shortDateTime(createdAt) },
      {
        key: 'difference',
        title: <span className="visually-hidden">{t('processes.difference')}</span>,
        render: ({ version }) =>
          version > 1 && (
            <Link
              to="/processes/$namespace/$code/versions/$version"
              params={{ namespace, code, version: String(version) }}
              search={{ compare: version - 1 }}
            >
              {t('processes.difference')}
            </Link>
          ),
      },
    ],
    [t, number, shortDateTime, names, namespace, code],
  )
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  return (
    <DataTable
      label={t('processes.versions')}
      columns={columns}
      rows={data}
      rowKey={({ version }) => String(version)}
      onOpen={({ version }) =>
        open({
          to: '/processes/$namespace/$code/versions/$version',
          params: { namespace, code, version: String(version) },
        })
      }
    />
  )
}
