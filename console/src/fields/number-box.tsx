import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  /** Text of the value. While the user types, the typed text is shown instead. */
  readonly shown: string
  readonly parse: (text: string) => unknown
  /**
   * Called with the parsed value, with null for an empty text, or with an invalid text itself, so that a check can
   * report the text.
   */
  readonly onValue: (value: unknown) => void
}

/** A text box for numbers and amounts, which keeps the text as the user types it. */
export function NumberBox({ shown, parse, onValue, ...rest }: Props) {
  const [typed, setTyped] = useState<string>()
  return (
    <TextInput
      inputMode="decimal"
      {...rest}
      value={typed ?? shown}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        onValue(text.trim() === '' ? null : (parse(text) ?? text))
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}
