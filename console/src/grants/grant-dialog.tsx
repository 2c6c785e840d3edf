import { Checkbox, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { groupsQuery, orgItemsQuery } from '../api/names.ts'
import { keys, staleAfter } from '../api/query-keys.ts'
import { type Choice, SearchSelect } from '../fields/search-select.tsx'
import { searchUsers, searchWithin } from '../fields/searches.ts'
import { useI18n } from '../i18n/index.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { useAction } from '../ui/use-action.ts'
import type { Grant, GrantTarget } from './grant-target.ts'

/** Gives rights to a user, a group or an item of the organisation chart, or changes the rights of a grant. */
export function GrantDialog(props: {
  target: GrantTarget
  /** All grants of the target. When a subject with a grant is chosen, the dialog shows the rights of this grant. */
  grants: readonly Grant[]
  /** The grant to change; undefined to create a grant. */
  grant: Grant | undefined
  onClose: () => void
}) {
  const { target, grants, grant, onClose } = props
  const { t } = useI18n()
  const searchSubjects = useSubjectSearch()
  const [subject, setSubject] = useState<Choice | undefined>(grant && { id: grant.subject, name: grant.name })
  const [rights, setRights] = useState<readonly string[]>(grant?.rights ?? ['view'])
  const [comment, setComment] = useState(grant?.comment ?? '')
  const send = useAction({
    run: () => target.put(subject!.id, { rights, comment: comment.trim() }),
    invalidates: staleAfter.grant(),
    done: t('grants.given', { name: subject?.name ?? '' }),
    showsError: true,
    onDone: onClose,
  })
  const choose = (chosen: Choice | undefined) => {
    setSubject(chosen)
    const earlier = grants.find((each) => each.subject === chosen?.id)
    if (earlier === undefined) return
    setRights(earlier.rights)
    setComment(earlier.comment)
  }
  return (
    <FormDialog
      title={grant ? t('grants.changeOf', { name: grant.name }) : t('grants.give')}
      action={t('ui.save')}
      send={send}
      isComplete={subject !== undefined && rights.length > 0}
      onClose={onClose}
    >
      {!grant && (
        <SearchSelect
          input={{ label: t('grants.subject'), required: true, 'data-autofocus': true }}
          queryKey={keys.choices('subjects-of-grants')}
          search={searchSubjects}
          selected={subject ? [subject] : []}
          onSelect={([chosen]) => choose(chosen)}
          isMultiple={false}
          placeholder={t('grants.searchSubject')}
        />
      )}
      <Checkbox.Group label={t('grants.may')} withAsterisk value={[...rights]} onChange={setRights}>
        {target.rights.map(({ right, label }) => (
          <Checkbox key={right} mt={8} value={right} label={t(label)} />
        ))}
      </Checkbox.Group>
      <TextInput
        label={t('grants.comment')}
        description={t('grants.commentHint')}
        maxLength={1000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

/** Returns a search by name in users, groups and items of the organisation chart. Users come first. */
function useSubjectSearch(): (text: string, signal: AbortSignal) => Promise<readonly Choice[]> {
  const { t } = useI18n()
  const client = useQueryClient()
  return async (text, signal) => {
    const [users, groups, items] = await Promise.all([
      searchUsers(text, signal),
      client.ensureQueryData(groupsQuery),
      client.ensureQueryData(orgItemsQuery),
    ])
    const others: readonly Choice[] = [
      ...groups.map(({ id, name }) => ({ id, name: `${name} · ${t('grants.kind_group')}` })),
      ...items.map(({ id, name, kind }) => ({ id, name: `${name} · ${t(`grants.kind_${kind}`)}` })),
    ]
    return [...users, ...(await searchWithin(others)(text))]
  }
}
