import { type ChangeEvent, useState } from 'react'
import { fieldMessages } from '../api/api-error.ts'

/**
 * Holds the texts of the inputs of a form. `texts` are the trimmed texts by name. `input(name, error)` returns the
 * properties of an input; `error` is the error of the last request, whose message about the input stands below it.
 */
export function useInputs<Name extends string>(initial: Readonly<Record<Name, string>>) {
  const [typed, setTyped] = useState(initial)
  const trimmed = Object.entries<string>(typed).map(([name, text]) => [name, text.trim()] as const)
  return {
    texts: Object.fromEntries(trimmed) as Readonly<Record<Name, string>>,
    input: (name: Name, error?: unknown) => ({
      name,
      value: typed[name],
      error: fieldMessages(error)[name],
      onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        setTyped((now) => ({ ...now, [name]: value })),
    }),
  }
}
