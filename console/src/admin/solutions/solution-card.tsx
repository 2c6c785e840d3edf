import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Operations } from '../../api/operations.ts'
import { driftQuery } from '../../designer/design-queries.ts'
import { useExport } from '../../designer/use-export.ts'
import { useFormats } from '../../i18n/format.ts'
import { useI18n, useSeparateTexts } from '../../i18n/index.tsx'
import own from '../../solutions/plan-changes.module.css'
import { planSentence } from '../../solutions/plan-sentence.ts'
import { FieldList } from '../../ui/field-list.tsx'
import { DownloadIcon } from '../../ui/icons.tsx'
import { QueryView, Skeleton } from '../../ui/states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import css from '../area/form.module.css'

export type Solution = Operations['listSolutions']['result']['result']['result'][number]

/** A deployed solution: its export, its drift and its parts. */
export function SolutionCard({ solution }: { solution: Solution }) {
  const { t } = useI18n()
  const { dateTime } = useFormats()
  const { code, version, dependencies, content, __createdAt, __updatedAt } = solution
  const download = useExport({ code, version })
  return (
    <div className={css.card}>
      <FieldList
        items={[
          { key: 'code', name: t('admin.code'), value: code },
          { key: 'version', name: t('admin.version'), value: version },
          { key: 'needs', name: t('admin.dependencies'), value: dependencies.join(', ') || null },
          { key: 'created', name: t('admin.firstApplied'), value: dateTime(__createdAt) },
          { key: 'updated', name: t('admin.appliedAt'), value: dateTime(__updatedAt) },
        ]}
      />
      <div className={css.buttons}>
        <Button
          variant="default"
          leftSection={<DownloadIcon />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('admin.export')}
        </Button>
      </div>
      {/* The drift waits for its texts alone, because without a boundary the whole page would wait for them. */}
      <Suspense fallback={<Skeleton lines={2} />}>
        <Drift code={code} />
      </Suspense>
      <section>
        <h2>{t('admin.parts')}</h2>
        <ul className={css.names}>
          {content.map((part) => (
            <li key={`${part.type} ${part.namespace}.${part.code}`}>
              {part.type === 'application' ? (
                <Link to="/apps/$namespace/$code/design" params={{ namespace: part.namespace, code: part.code }}>
                  {part.name}
                </Link>
              ) : (
                part.name
              )}
              <small>{part.namespace ? `${part.namespace}.${part.code}` : part.code}</small>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

/** The drift of a solution, one sentence for each difference. */
function Drift({ code }: { code: string }) {
  const { t, language } = useI18n()
  const sentences = useSeparateTexts('plan')
  const query = useQuery(driftQuery(code))
  return (
    <section>
      <h2>{t('admin.drift')}</h2>
      <QueryView query={query}>
        {(drift) =>
          drift.length === 0 ? (
            <StatusChip tone="good">{t('admin.noDrift')}</StatusChip>
          ) : (
            <ul className={own.changes}>
              {drift.map(({ kind, path, ...difference }) => (
                <li key={`${path} ${difference.sentence}`} data-kind={kind}>
                  <span className="visually-hidden">{t(`admin.drift_${kind}`)}: </span>
                  <span>
                    {planSentence(difference, language, sentences)} <code>{path}</code>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  )
}
