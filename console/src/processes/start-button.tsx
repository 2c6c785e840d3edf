import { useI18n } from '../i18n/index.tsx'
import { ButtonLink } from '../ui/button-link.tsx'
import { PlayIcon } from '../ui/icons.tsx'
import type { Template } from './queries.ts'

/** A link to the start form of a process; not rendered for users who may not start the process. */
export function StartButton({ template, isCompact = false }: { template: Template; isCompact?: boolean }) {
  const { t } = useI18n()
  const { namespace, code, name, rights } = template
  if (!rights.includes('start')) return null
  return (
    <ButtonLink
      to="/processes/$namespace/$code/start"
      params={{ namespace, code }}
      size={isCompact ? 'compact-sm' : 'sm'}
      variant={isCompact ? 'default' : 'filled'}
      leftSection={isCompact ? undefined : <PlayIcon size={14} />}
      aria-label={isCompact ? t('processes.startNamed', { name }) : undefined}
    >
      {t('processes.start')}
    </ButtonLink>
  )
}
