import { Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useUserNames } from '../../api/names.ts'
import type { Operations } from '../../api/operations.ts'
import { keys, staleAfter } from '../../api/query-keys.ts'
import { workspaceQuery } from '../../api/workspace.ts'
import { type Choice, SearchSelect } from '../../fields/search-select.tsx'
import { searchWithin } from '../../fields/searches.ts'
import { UserSelect } from '../../fields/user-select.tsx'
import { useI18n } from '../../i18n/index.tsx'
import { ActionForm } from '../../ui/form-dialog.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useInputs } from '../../ui/use-inputs.ts'
import { eventKey, type Webhook, webhookEvents } from './webhook-queries.ts'

type Input = Operations['createWebhook']['input']['body']

/** The form of a new webhook, or of one that is changed. */
export function WebhookForm(props: {
  webhook?: Webhook
  onCreated?: (created: Operations['createWebhook']['result']) => void
  onClose: () => void
}) {
  const { webhook, onCreated, onClose } = props
  const { t } = useI18n()
  const { scopes, choices } = useScopes(webhook)
  const [scope, setScope] = useState<readonly Choice[]>()
  const [user, setUser] = useState<readonly Choice[]>()
  const userName = useUserNames(webhook ? [webhook.userId] : []).get(webhook?.userId ?? '')
  const given = webhook ? [{ id: webhook.userId, name: userName ?? webhook.userName }] : []
  const chosenUser = user ?? given
  const chosenScope = scope ?? scopes
  const { texts, input } = useInputs({ name: webhook?.name ?? '', url: webhook?.url ?? '' })
  const [chosenEvents, setEvents] = useState<readonly string[]>(webhook?.events ?? ['element.created'])
  const [includesElement, setIncludesElement] = useState(webhook?.includeElement ?? false)
  const [isIncomplete, setIncomplete] = useState(false)
  const save = useAction({
    run: async (body: Input) => {
      if (!webhook) return call('createWebhook', { body })
      await call('changeWebhook', { params: { id: webhook.id }, body })
      return undefined
    },
    invalidates: staleAfter.webhook(),
    done: t('admin.saved'),
    showsError: true,
    onDone: (created) => (created ? onCreated?.(created) : onClose()),
  })
  const submit = () => {
    const events = webhookEvents.filter((one) => chosenEvents.includes(one))
    setIncomplete(events.length === 0)
    if (events.length === 0) return
    const [userId] = chosenUser.map(({ id }) => id)
    save.mutate({
      ...texts,
      events,
      ...splitScopes(chosenScope),
      includeElement: includesElement,
      ...(userId !== undefined && { userId }),
    })
  }
  return (
    <ActionForm
      action={webhook ? t('ui.save') : t('admin.create')}
      send={{ ...save, mutate: submit }}
      marked={['name', 'url']}
      onClose={onClose}
    >
      <TextInput {...input('name', save.error)} label={t('admin.name')} required autoFocus />
      <TextInput
        {...input('url', save.error)}
        label={t('webhooks.url')}
        description={t('webhooks.urlHint')}
        required
        autoComplete="off"
      />
      <Checkbox.Group
        value={[...chosenEvents]}
        onChange={setEvents}
        label={t('webhooks.events')}
        {...(isIncomplete && { error: t('webhooks.eventsMissing') })}
      >
        {webhookEvents.map((one) => (
          <Checkbox key={one} mt={6} value={one} label={t(eventKey(one))} />
        ))}
      </Checkbox.Group>
      <SearchSelect
        input={{ label: t('webhooks.scope'), description: t('webhooks.scopeHint') }}
        queryKey={keys.choices('webhook-scopes', choices.length)}
        search={searchWithin(choices)}
        selected={chosenScope}
        onSelect={setScope}
        isMultiple
        placeholder={t('webhooks.everything')}
      />
      <UserSelect
        input={{ label: t('webhooks.user'), description: t('webhooks.userHint') }}
        selected={chosenUser}
        onSelect={setUser}
        placeholder={t('webhooks.me')}
      />
      <Checkbox
        label={t('webhooks.includeElement')}
        description={t('webhooks.includeElementHint')}
        checked={includesElement}
        onChange={(event) => setIncludesElement(event.currentTarget.checked)}
      />
    </ActionForm>
  )
}

const namespacePrefix = 'namespace:'

/** Returns all namespaces and applications as choices, and the scopes that the webhook already has. */
function useScopes(webhook: Webhook | undefined): { scopes: readonly Choice[]; choices: readonly Choice[] } {
  const { t } = useI18n()
  const namespaces = useQuery(workspaceQuery).data?.namespaces ?? []
  const choices = namespaces.flatMap(({ code, name, applications }) => [
    { id: `${namespacePrefix}${code}`, name: t('webhooks.wholeNamespace', { name }) },
    ...applications.map((one) => ({ id: `${code}.${one.code}`, name: `${name} · ${one.name}` })),
  ])
  const names = new Map(choices.map(({ id, name }) => [id, name]))
  const chosen = [
    ...(webhook?.namespaces ?? []).map((code) => namespacePrefix + code),
    ...(webhook?.applications ?? []),
  ]
  return { choices, scopes: chosen.map((id) => ({ id, name: names.get(id) ?? id.replace(namespacePrefix, '') })) }
}

function splitScopes(chosen: readonly Choice[]): { namespaces: string[]; applications: string[] } {
  const ids = chosen.map(({ id }) => id)
  return {
    namespaces: ids.filter((id) => id.startsWith(namespacePrefix)).map((id) => id.slice(namespacePrefix.length)),
    applications: ids.filter((id) => !id.startsWith(namespacePrefix)),
  }
}
