import { Button, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { call } from '../../api/call.ts'
import type { Operations } from '../../api/operations.ts'
import { keys, staleAfter } from '../../api/query-keys.ts'
import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import { AskingButton } from '../../ui/asking-button.tsx'
import type { Column } from '../../ui/column.ts'
import { LockIcon } from '../../ui/icons.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusChip, type Tone } from '../../ui/status-chip.tsx'
import { useAction } from '../../ui/use-action.ts'
import { AdminLinks } from '../area/admin-page.tsx'
import { SecretDialog } from '../area/secret-dialog.tsx'
import { TokenDialog } from './token-dialog.tsx'

const route = getRouteApi('/shell/admin/tokens')

/** The tokens with which programs sign in: whose they are, when they were used last, and whether they still work. */
export function TokensPage() {
  const { t } = useI18n()
  const { q = '', revoked = false } = route.useSearch()
  const navigate = route.useNavigate()
  const [isCreating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string>()
  const query = useQuery({
    queryKey: keys.tokens(),
    queryFn: async ({ signal }) => (await call('listTokens', { signal })).result.result,
  })
  const found = query.data
    ?.filter((token) => revoked || token.revokedAt === null)
    .filter(({ name, login }) => `${name} ${login}`.toLowerCase().includes(q.toLowerCase()))
  const revokedCount = query.data?.filter(({ revokedAt }) => revokedAt !== null).length ?? 0
  const columns = useColumns()
  const search = (text: string) => navigate({ search: (now) => ({ ...now, q: text || undefined }) })
  const create = <Button onClick={() => setCreating(true)}>{t('admin.newToken')}</Button>
  return (
    <ListPage
      title={t('admin.tokens')}
      navigation={<AdminLinks />}
      beside={found?.length}
      toolbar={
        revokedCount > 0 && (
          <Switch
            size="xs"
            label={t('admin.showRevoked', { count: revokedCount })}
            checked={revoked}
            onChange={({ currentTarget }) =>
              navigate({ search: (now) => ({ ...now, revoked: currentTarget.checked || undefined }) })
            }
          />
        )
      }
      actions={
        <>
          <SearchBox value={q} onChange={search} />
          {create}
        </>
      }
      query={query}
      rows={found}
      columns={columns}
      rowKey={({ id }) => id}
      isStruck={(token) => stateOf(token) === 'revoked'}
      isFiltered={q !== ''}
      onClear={() => search('')}
      nothing={
        <EmptyState icon={<LockIcon size={28} />} title={t('admin.noTokens')} text={t('admin.noTokensText')}>
          {create}
        </EmptyState>
      }
    >
      {isCreating && <TokenDialog onClose={() => setCreating(false)} onCreated={setSecret} />}
      {secret !== undefined && (
        <SecretDialog
          title={t('admin.token')}
          text={t('admin.tokenText')}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </ListPage>
  )
}

function useColumns(): readonly Column<Token>[] {
  const { t } = useI18n()
  const { shortDateTime, relative } = useFormats()
  return useMemo(
    () => [
      { key: 'name', title: t('admin.name'), isMain: true, render: ({ name }) => name },
      { key: 'login', title: t('admin.user'), render: ({ login }) => login },
      { key: 'created', title: t('admin.createdAt'), render: ({ createdAt }) => shortDateTime(createdAt) },
      {
        key: 'used',
        title: t('admin.lastUsed'),
        render: ({ lastUsedAt }) => (lastUsedAt ? relative(lastUsedAt) : t('admin.neverUsed')),
      },
      {
        key: 'expires',
        title: t('admin.expiresAt'),
        render: ({ expiresAt }) => (expiresAt ? shortDateTime(expiresAt) : '—'),
      },
      {
        key: 'state',
        title: t('admin.status'),
        render: (token) => (
          <StatusChip tone={tokenTones[stateOf(token)]}>{t(`admin.token_${stateOf(token)}`)}</StatusChip>
        ),
      },
      {
        key: 'revoke',
        title: <span className="visually-hidden">{t('app.actions')}</span>,
        render: (token) => stateOf(token) === 'valid' && <RevokeToken token={token} />,
      },
    ],
    [t, shortDateTime, relative],
  )
}

/** A button that revokes a token after a confirmation. */
function RevokeToken({ token: { id, name } }: { token: Token }) {
  const { t } = useI18n()
  const revoke = useAction({
    run: () => call('revokeToken', { params: { id } }),
    invalidates: staleAfter.token(),
    done: t('admin.revoked'),
  })
  return (
    <AskingButton
      label={t('admin.revoke')}
      name={t('admin.revokeNamed', { name })}
      question={{ title: t('admin.revokeTitle', { name }), text: t('admin.revokeText') }}
      action={revoke}
    />
  )
}

type Token = Operations['listTokens']['result']['result']['result'][number]
type TokenState = 'valid' | 'expired' | 'revoked'

const tokenTones: Readonly<Record<TokenState, Tone>> = { valid: 'good', expired: 'warn', revoked: 'neutral' }

/** Returns the state of a token: revoked, expired or valid. */
function stateOf({ revokedAt, expiresAt }: Token): TokenState {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && new Date(expiresAt).getTime() <= Date.now() ? 'expired' : 'valid'
}
