import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import type { Column } from '../../ui/column.ts'
import { LinkIcon } from '../../ui/icons.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Pane } from '../../ui/pane.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { AdminLinks } from '../area/admin-page.tsx'
import { SecretDialog } from '../area/secret-dialog.tsx'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { stateOf, stateTones, type Webhook, webhooksQuery } from './webhook-queries.ts'

const route = getRouteApi('/shell/admin/webhooks')

/** The list of webhooks; the pane shows a webhook, or the form of a new one. */
export function WebhooksPage() {
  const { t } = useI18n()
  const { q = '', open } = route.useSearch()
  const navigate = route.useNavigate()
  const [secret, setSecret] = useState<string>()
  const query = useQuery(webhooksQuery)
  const found = query.data?.filter(({ name, url }) => `${name} ${url}`.toLowerCase().includes(q.toLowerCase()))
  const columns = useColumns()
  const go = (change: { q?: string | undefined; open?: string | undefined }) =>
    navigate({ search: (now) => ({ ...now, ...change }) as typeof now })
  const close = () => go({ open: undefined })
  const create = <Button onClick={() => go({ open: 'new' })}>{t('webhooks.new')}</Button>
  return (
    <ListPage
      title={t('admin.webhooks')}
      navigation={<AdminLinks />}
      beside={query.data?.length}
      actions={
        <>
          <SearchBox value={q} onChange={(text) => go({ q: text || undefined })} />
          {create}
        </>
      }
      query={query}
      rows={found}
      columns={columns}
      rowKey={({ id }) => id}
      openKey={open}
      onOpen={({ id }) => go({ open: id })}
      isFiltered={q !== ''}
      onClear={() => go({ q: undefined })}
      nothing={
        <EmptyState icon={<LinkIcon size={28} />} title={t('webhooks.none')} text={t('webhooks.noneText')}>
          {create}
        </EmptyState>
      }
      pane={
        open === 'new' ? (
          <Pane title={t('webhooks.new')} onClose={close}>
            <WebhookForm
              onClose={close}
              onCreated={({ webhook, secret: text }) => {
                setSecret(text)
                go({ open: webhook.id })
              }}
            />
          </Pane>
        ) : (
          open && (
            <Pane title={query.data?.find(({ id }) => id === open)?.name ?? t('webhooks.one')} onClose={close}>
              <WebhookCard key={open} id={open} onSecret={setSecret} onDeleted={close} />
            </Pane>
          )
        )
      }
    >
      {secret !== undefined && (
        <SecretDialog
          title={t('webhooks.secret')}
          text={t('webhooks.secretText')}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </ListPage>
  )
}

function useColumns(): readonly Column<Webhook>[] {
  const { t } = useI18n()
  const { relative, number } = useFormats()
  return useMemo(
    () => [
      { key: 'name', title: t('admin.name'), isMain: true, render: ({ name }) => name },
      { key: 'url', title: t('webhooks.url'), render: ({ url }) => url },
      {
        key: 'state',
        title: t('admin.status'),
        render: (webhook) => (
          <StatusChip tone={stateTones[stateOf(webhook)]}>{t(`webhooks.state_${stateOf(webhook)}`)}</StatusChip>
        ),
      },
      { key: 'pending', title: t('webhooks.pending'), align: 'end', render: ({ pending }) => number(pending) },
      { key: 'failed', title: t('webhooks.failed'), align: 'end', render: ({ failed }) => number(failed) },
      {
        key: 'last',
        title: t('webhooks.lastDelivered'),
        render: ({ lastDeliveredAt }) => (lastDeliveredAt ? relative(lastDeliveredAt) : '—'),
      },
    ],
    [t, relative, number],
  )
}
