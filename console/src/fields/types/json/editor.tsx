import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useI18n } from '../../../i18n/index.tsx'
import { describeError } from '../../../ui/states.tsx'
import { type EditorProps, inputProps } from '../../editor.ts'

/** A text area for JSON; the value changes when the text can be parsed. */
export function JsonEditor(props: EditorProps) {
  const { value, onChange } = props
  const { t } = useI18n()
  const [text, setText] = useState(() =>
    value === null || value === undefined ? '' : JSON.stringify(value, undefined, 2),
  )
  const [problem, setProblem] = useState<string>()
  const change = (next: string) => {
    setText(next)
    try {
      onChange(next.trim() === '' ? null : JSON.parse(next))
      setProblem(undefined)
    } catch (error) {
      setProblem(t('fields.wrongJson', { message: describeError(error).message }))
    }
  }
  return (
    <Textarea
      {...inputProps(props)}
      error={problem ?? props.error}
      rows={6}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
