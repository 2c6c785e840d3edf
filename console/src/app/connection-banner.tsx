import { useEffect, useRef } from 'react'
import { connection } from '../api/connection.ts'
import { queryClient } from '../api/query-client.ts'
import { useStore } from '../api/store.ts'
import { useI18n } from '../i18n/index.tsx'
import { WarningIcon } from '../ui/icons.tsx'
import { toast } from '../ui/toasts.tsx'
import css from './connection-banner.module.css'

const probeMs = 3000

/** Says that the server cannot be reached or is busy, and retries every three seconds until the server answers. */
export function ConnectionBanner() {
  const { t } = useI18n()
  const state = useStore(connection)
  const wasLost = useRef(false)
  useEffect(() => {
    if (state === 'online') {
      if (!wasLost.current) return
      wasLost.current = false
      toast({ text: t('app.backOnline'), tone: 'good', durationMs: 3000 })
      void queryClient.invalidateQueries()
      return
    }
    wasLost.current = true
    const timer = setInterval(() => void probe(), probeMs)
    return () => clearInterval(timer)
  }, [state, t])
  if (state === 'online') return null
  return (
    <div className={css.banner} role="alert">
      <WarningIcon /> {t(state === 'offline' ? 'app.offline' : 'app.unavailable')}
    </div>
  )
}

async function probe(): Promise<void> {
  try {
    const { ok } = await fetch('/health/ready', { cache: 'no-store' })
    connection.set(ok ? 'online' : 'unavailable')
  } catch {
    connection.set('offline')
  }
}
