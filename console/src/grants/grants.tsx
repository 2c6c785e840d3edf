import { Button } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useUserNames } from '../api/names.ts'
import { staleAfter } from '../api/query-keys.ts'
import { useFormats } from '../i18n/format.ts'
import { useI18n } from '../i18n/index.tsx'
import { AskingButton } from '../ui/asking-button.tsx'
import { QueryView } from '../ui/states.tsx'
import { useAction } from '../ui/use-action.ts'
import { GrantDialog } from './grant-dialog.tsx'
import type { Grant, GrantTarget, SubjectKind } from './grant-target.ts'
import css from './grants.module.css'

/** The grants of an object, with buttons that create, change and revoke them. */
export function Grants({ target }: { target: GrantTarget }) {
  const { t } = useI18n()
  const [edited, setEdited] = useState<Grant | 'new'>()
  return (
    <QueryView query={useQuery(grantsQuery(target))}>
      {(grants) => (
        <div className={css.grants}>
          {grants.length === 0 ? (
            <p className={css.muted}>{t('grants.none')}</p>
          ) : (
            <ul className={css.list} aria-label={t('grants.title')}>
              {grants.map((grant) => (
                <Row key={grant.subject} target={target} grant={grant} onEdit={() => setEdited(grant)} />
              ))}
            </ul>
          )}
          <Button variant="default" className={css.add} onClick={() => setEdited('new')}>
            {t('grants.give')}
          </Button>
          {edited && (
            <GrantDialog
              target={target}
              grants={grants}
              grant={edited === 'new' ? undefined : edited}
              onClose={() => setEdited(undefined)}
            />
          )}
        </div>
      )}
    </QueryView>
  )
}

function Row({ target, grant, onEdit }: { target: GrantTarget; grant: Grant; onEdit: () => void }) {
  const { t } = useI18n()
  const { list, shortDateTime } = useFormats()
  const { subject, name, kind, rights, comment, createdAt, createdBy } = grant
  const by = useUserNames([createdBy]).get(createdBy) ?? '…'
  const revoke = useAction({
    run: () => target.remove(subject),
    invalidates: staleAfter.grant(),
    done: t('grants.revoked', { name }),
  })
  const held = target.rights.map(({ right }) => right).filter((right) => rights.includes(right))
  return (
    <li>
      <div>
        <p>
          <b>{name}</b>{' '}
          {kind !== 'user' && <span className={css.muted}>{t(`grants.kind_${kind as SubjectKind}`)}</span>}
        </p>
        <p>{list(held.map((right) => t(`grants.short_${right}`)))}</p>
        {comment && <p>{comment}</p>}
        <p className={css.muted}>{t('grants.givenBy', { by, at: shortDateTime(createdAt) })}</p>
      </div>
      <div className={css.buttons}>
        <Button size="compact-sm" variant="subtle" aria-label={t('grants.changeOf', { name })} onClick={onEdit}>
          {t('grants.change')}
        </Button>
        <AskingButton
          label={t('grants.revoke')}
          name={t('grants.revokeOf', { name })}
          question={{ title: t('grants.revokeTitle'), text: t('grants.revokeText', { name }) }}
          action={revoke}
        />
      </div>
    </li>
  )
}

/** The grants of a target. The server refuses the request when the user may not give rights. */
const grantsQuery = (target: GrantTarget) =>
  queryOptions({
    queryKey: target.queryKey,
    queryFn: async ({ signal }) => (await target.list(signal)).grants,
    retry: (count, error) => !(error instanceof ApiError && error.status < 500) && count < 2,
  })
