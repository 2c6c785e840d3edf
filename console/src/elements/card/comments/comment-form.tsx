import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { staleAfter } from '../../../api/query-keys.ts'
import type { Choice } from '../../../fields/search-select.tsx'
import { UserSelect } from '../../../fields/user-select.tsx'
import { useI18n } from '../../../i18n/index.tsx'
import { FormButtons } from '../../../ui/form-buttons.tsx'
import { FormInputs } from '../../../ui/form-inputs.tsx'
import { ErrorMessage } from '../../../ui/states.tsx'
import { useAction } from '../../../ui/use-action.ts'
import css from '../card.module.css'

interface Props {
  readonly params: { readonly namespace: string; readonly code: string; readonly id: string }
}

/** A box for a comment, with the people whom the comment notifies. */
export function CommentForm({ params }: Props) {
  const { t } = useI18n()
  const [text, setText] = useState('')
  const [mentions, setMentions] = useState<readonly Choice[]>([])
  const send = useAction({
    run: () => call('createElementComment', { params, body: { text, mentions: mentions.map(({ id }) => id) } }),
    invalidates: staleAfter.comment(params, params.id),
    showsError: true,
    onDone: () => {
      setText('')
      setMentions([])
    },
  })
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate()
      }}
    >
      <FormInputs isBusy={send.isPending}>
        <Textarea
          label={t('card.comment')}
          rows={3}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <UserSelect input={{ label: t('card.mention') }} selected={mentions} onSelect={setMentions} isMultiple />
      </FormInputs>
      {send.error && <ErrorMessage error={send.error} />}
      <FormButtons
        action={t('card.addComment')}
        isComplete={text.trim() !== ''}
        missing={t('card.commentFirst')}
        isBusy={send.isPending}
      />
    </form>
  )
}
