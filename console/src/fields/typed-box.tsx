import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'

export interface TypedBoxProps
  extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue' | 'type' | 'min' | 'max'> {
  readonly value: string
  /** Called with the value when the text is a valid value, and with an empty text when the box is empty. */
  readonly onChange?: (value: string) => void
  /** Called with an invalid text, so that a form can report the text; the box itself marks it in any case. */
  readonly onWrong?: (text: string) => void
}

/** A text box for a value in the user's language. The typed text is reformatted when the user leaves the box. */
export function TypedBox(
  props: TypedBoxProps & {
    shown: (value: string) => string
    parse: (text: string) => string | undefined
    /** The message about a text that is not a valid value. */
    complaint: string
  },
) {
  const { value, onChange, onWrong, shown, parse, complaint, error, name, onBlur, ...rest } = props
  const [typed, setTyped] = useState<string>()
  const [isLeft, setLeft] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const text = typed ?? shown(value)
  const isWrong = text.trim() !== '' && parse(text) === undefined
  useEffect(() => input.current?.setCustomValidity(isWrong ? complaint : ''), [isWrong, complaint])
  return (
    <>
      <TextInput
        autoComplete="off"
        {...rest}
        ref={input}
        error={error ?? (isWrong && isLeft ? complaint : undefined)}
        value={text}
        onChange={(event) => {
          const next = event.currentTarget.value
          setTyped(next)
          setLeft(false)
          const read = next.trim() === '' ? '' : parse(next)
          if (read === undefined) onWrong?.(next)
          else onChange?.(read)
        }}
        onBlur={(event) => {
          setLeft(true)
          if (!isWrong) setTyped(undefined)
          onBlur?.(event)
        }}
      />
      {name && <input type="hidden" name={name} value={value} />}
    </>
  )
}
