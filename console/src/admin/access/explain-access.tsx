import { NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Explanation, type Question } from '../../access/explanation.tsx'
import { type Right, rights } from '../../access/rights.ts'
import { useUserNames } from '../../api/names.ts'
import type { Choice } from '../../fields/search-select.tsx'
import { UserSelect } from '../../fields/user-select.tsx'
import { elementGrants } from '../../grants/grant-target.ts'
import { Grants } from '../../grants/grants.tsx'
import { useI18n } from '../../i18n/index.tsx'
import { ButtonWithReason } from '../../ui/button-with-reason.tsx'
import css from './access.module.css'

/** Asks why a person can or cannot do something, and shows the answer. */
export function ExplainAccess(props: {
  question: Partial<Question> & Pick<Question, 'namespace' | 'code'>
  onAsk: (asked: { userId: string; right: Right; id: string | undefined }) => void
}) {
  const { question, onAsk } = props
  const { t } = useI18n()
  const { userId, right = 'view', id } = question
  const name = useUserNames(userId ? [userId] : []).get(userId ?? '') ?? '…'
  const [picked, setPicked] = useState<Choice | undefined>(userId ? { id: userId, name } : undefined)
  const user = picked && picked.id === userId ? { id: userId, name } : picked
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    if (user === undefined) return
    onAsk({ userId: user.id, right: given.get('right') as Right, id: String(given.get('id')).trim() || undefined })
  }
  return (
    <section>
      <h2>{t('admin.explain')}</h2>
      <form onSubmit={submit} className={css.form}>
        <UserSelect
          input={{ label: t('admin.user') }}
          selected={user ? [user] : []}
          onSelect={([chosen]) => setPicked(chosen)}
        />
        <NativeSelect
          name="right"
          label={t('admin.right')}
          defaultValue={right}
          data={rights.map((value) => ({ value, label: t(`admin.right_${value}`) }))}
        />
        <TextInput name="id" label={t('admin.elementId')} description={t('admin.elementIdHint')} defaultValue={id} />
        <ButtonWithReason type="submit" reason={user === undefined ? t('admin.chooseUserFirst') : undefined}>
          {t('admin.ask')}
        </ButtonWithReason>
      </form>
      {userId && <Explanation question={{ ...question, userId, right }} />}
      {id && (
        <div>
          <h3>{t('admin.grants')}</h3>
          <Grants target={elementGrants(question.namespace, question.code, id)} />
        </div>
      )}
    </section>
  )
}
