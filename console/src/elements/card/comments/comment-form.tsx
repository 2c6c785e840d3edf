import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { staleAfter } from '../../../api/query-keys.ts'
import type { Choice } from '../../../fields/search-select.tsx'
import { UserSelect } from '../../../fields/user-select.tsx'
import { useI18n } from '../../../i18n/index.tsx'
import { ActionForm } from '../../../ui/form-dialog.tsx'
import { useAction } from '../../../ui/use-action.ts'

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
    <ActionForm
      action={t('card.addComment')}
      send={send}
      isComplete={text.trim() !== ''}
      missing={t('card.commentFirst')}
    >
      <Textarea
        label={t('card.comment')}
        rows={3}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <UserSelect input={{ label: t('card.mention') }} selected={mentions} onSelect={setMentions} isMultiple />
    </ActionForm>
  )
}
