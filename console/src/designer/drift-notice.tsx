import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useI18n } from '../i18n/index.tsx'
import { DownloadIcon } from '../ui/icons.tsx'
import { driftQuery } from './design-queries.ts'
import css from './designer.module.css'
import type { SolutionName } from './solution-name.ts'
import { useExport } from './use-export.ts'

/** Says that an application differs from the folder under version control until its solution is exported. */
export function DriftNotice({ solution, application }: { solution: SolutionName; application: string }) {
  const { t } = useI18n()
  const { data = [] } = useQuery(driftQuery(solution.code))
  const download = useExport(solution)
  const isDrift = data.some(({ what, path }) => what === 'application' && path === application)
  if (!isDrift) return null
  return (
    <div className={`warning-box ${css.notice}`} role="status">
      <span>{t('designers.drift', { solution: solution.name })}</span>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<DownloadIcon size={12} />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {t('designers.exportSolution')}
      </Button>
    </div>
  )
}
