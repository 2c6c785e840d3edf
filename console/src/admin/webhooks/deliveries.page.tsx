import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import type { Column } from '../../ui/column.ts'
import { LinkIcon } from '../../ui/icons.tsx'
import { ListFooter } from '../../ui/list-footer.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { Page } from '../../ui/page.tsx'
import { Pane } from '../../ui/pane.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { DeliveryCard } from './delivery-card.tsx'
import { DeliveryFilterBar } from './delivery-filter-bar.tsx'
import { ReplayDialog } from './replay-dialog.tsx'
import { deliveriesQuery, deliveryTones, eventKey, type ListedDelivery, webhookQuery } from './webhook-queries.ts'

const route = getRouteApi('/shell/admin/webhooks/$id')

/** The list of deliveries of a webhook; the pane shows one delivery with its attempts. */
export function DeliveriesPage() {
  const { t } = useI18n()
  const { id } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { page = 1, size = 50, open, ...filters } = search
  const [isReplaying, setReplaying] = useState(false)
  const webhook = useQuery(webhookQuery(id))
  const query = useQuery({ ...deliveriesQuery(id, filters, page, size), placeholderData: keepPreviousData })
  const columns = useColumns()
  const go = (change: { [Key in keyof typeof search]?: (typeof search)[Key] | undefined }) =>
    navigate({ search: (now) => ({ ...now, ...change }) as typeof now })
  const title = webhook.data ? t('webhooks.deliveriesOf', { name: webhook.data.name }) : t('webhooks.deliveries')
  const above = (
    <Link to="/admin/webhooks" search={{ open: id }}>
      {t('admin.webhooks')}
    </Link>
  )
  if (webhook.error && !webhook.data)
    return (
      <Page title={title} above={above}>
        <ErrorState error={webhook.error} onRetry={() => webhook.refetch()} />
      </Page>
    )
  return (
    <ListPage
      title={title}
      above={above}
      beside={query.data?.total}
      actions={
        webhook.data?.isOn && (
          <Button variant="default" onClick={() => setReplaying(true)}>
            {t('webhooks.replayFailed')}
          </Button>
        )
      }
      toolbar={
        <DeliveryFilterBar
          filters={filters}
          onChange={(change) => go({ ...change, page: undefined, open: undefined })}
        />
      }
      footer={<ListFooter page={page} size={size} total={query.data?.total} onGo={go} />}
      pane={
        open && (
          <Pane title={t('webhooks.delivery')} onClose={() => go({ open: undefined })}>
            <DeliveryCard key={open} id={id} deliveryId={open} isOn={webhook.data?.isOn ?? false} />
          </Pane>
        )
      }
      query={query}
      rows={query.data?.rows}
      columns={columns}
      rowKey={(delivery) => delivery.id}
      openKey={open}
      onOpen={(delivery) => go({ open: delivery.id })}
      isFiltered={Object.keys(filters).length > 0}
      onClear={() => navigate({ search: {} })}
      nothing={
        <EmptyState
          icon={<LinkIcon size={28} />}
          title={t('webhooks.noDeliveries')}
          text={t('webhooks.noDeliveriesText')}
        />
      }
    >
      {isReplaying && <ReplayDialog id={id} onClose={() => setReplaying(false)} />}
    </ListPage>
  )
}

function useColumns(): readonly Column<ListedDelivery>[] {
  const { t } = useI18n()
  const { shortDateTime, relative, number } = useFormats()
  return useMemo(
    () => [
      { key: 'created', title: t('admin.at'), render: ({ createdAt }) => shortDateTime(createdAt) },
      { key: 'event', title: t('webhooks.event'), isMain: true, render: ({ event }) => t(eventKey(event)) },
      { key: 'application', title: t('webhooks.application'), render: ({ application }) => application ?? '—' },
      {
        key: 'state',
        title: t('admin.status'),
        render: ({ state }) => <StatusChip tone={deliveryTones[state]}>{t(`webhooks.is_${state}`)}</StatusChip>,
      },
      { key: 'status', title: t('webhooks.answer'), render: ({ status }) => status ?? '—' },
      { key: 'attempts', title: t('webhooks.attempts'), align: 'end', render: ({ attempts }) => number(attempts) },
      {
        key: 'next',
        title: t('webhooks.nextAttempt'),
        render: ({ nextAttemptAt }) => (nextAttemptAt ? relative(nextAttemptAt) : '—'),
      },
    ],
    [t, shortDateTime, relative, number],
  )
}
