import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useI18n } from '../../i18n/index.tsx'
import { IconButton } from '../../ui/buttons.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import css from './eql-box.module.css'
import { useListState } from './list-state.ts'

/** A line for a filter in EQL; it applies on Enter. */
export function EqlBox({ onClose }: { onClose: () => void }) {
  const { t } = useI18n()
  const { eql = '', filter } = useListState()
  const [text, setText] = useState(eql)
  return (
    <form
      className={css.box}
      onSubmit={(event) => {
        event.preventDefault()
        filter({ eql: text.trim() || undefined })
      }}
    >
      <TextInput
        className={css.input}
        aria-label={t('elements.eql')}
        placeholder="[kind] = 'supplier' and [region] in ('77', '03')"
        spellCheck={false}
        autoFocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {t('ui.apply')}
      </Button>
      <IconButton
        isPlain
        label={t('elements.removeEql')}
        onClick={() => {
          onClose()
          filter({ eql: undefined })
        }}
      >
        <CloseIcon />
      </IconButton>
    </form>
  )
}
