import { Link } from '@tanstack/react-router'
import { useI18n } from '../i18n/index.tsx'

/** The links above the title of a page about a process. */
export function ProcessPath({ namespace, code, name }: { namespace: string; code: string; name?: string | undefined }) {
  const { t } = useI18n()
  return (
    <>
      <Link to="/processes">{t('app.processes')}</Link>
      {' / '}
      <Link to="/processes/$namespace/$code" params={{ namespace, code }}>
        {name ?? `${namespace}.${code}`}
      </Link>
    </>
  )
}
