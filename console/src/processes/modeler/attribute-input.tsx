import { Autocomplete, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { completions } from './completion.ts'
import type { AttributeKind } from './extension-schema.ts'

/** The input of a property. Changes apply when the user leaves the input, so that each is one step of undo. */
export function AttributeInput(props: {
  label: string
  kind: AttributeKind | 'long'
  value: string
  /** Names of the variables that expressions can use. */
  names: readonly string[]
  onChange: (value: string) => void
}) {
  const { label, kind, value, names, onChange } = props
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const commit = (next: string) => next !== value && onChange(next)
  if (kind === 'boolean')
    return (
      <Checkbox
        label={label}
        checked={value === 'true'}
        onChange={(event) => onChange(event.currentTarget.checked ? 'true' : '')}
      />
    )
  if (Array.isArray(kind))
    return (
      <NativeSelect
        label={label}
        value={value}
        data={['', ...kind]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  if (kind === 'long')
    return (
      <Textarea
        label={label}
        value={text}
        autosize
        minRows={4}
        maxRows={16}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12.5 } }}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => commit(text)}
      />
    )
  if (kind === 'text')
    return (
      <TextInput
        label={label}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => commit(text)}
        onKeyDown={(event) => event.key === 'Enter' && commit(text)}
      />
    )
  const options = kind === 'variable' ? names.map((name) => ({ value: name, label: name })) : completions(text, names)
  return (
    <Autocomplete
      label={label}
      value={text}
      data={options}
      filter={({ options: all }) => all}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12.5 } }}
      onChange={setText}
      onBlur={() => commit(text)}
    />
  )
}
