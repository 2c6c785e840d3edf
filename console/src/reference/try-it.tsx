import { Button, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { addressOf } from '../api/call.ts'
import { useI18n } from '../i18n/index.tsx'
import { ErrorMessage } from '../ui/states.tsx'
import { StatusChip } from '../ui/status-chip.tsx'
import { CodeBlock } from './code-block.tsx'
import { bodyOf, type Operation, type Parameter } from './document.ts'
import { exampleOf } from './example.ts'
import css from './reference.module.css'

interface Answer {
  readonly status: number
  readonly ms: number
  readonly text: string
}

/** A form that sends the operation with the session of the browser and shows the answer. */
export function TryIt({ operation }: { operation: Operation }) {
  const { t } = useI18n()
  const id = useId()
  const parameters = operation.parameters?.filter((parameter) => parameter.in !== 'header') ?? []
  const body = bodyOf(operation)
  const request = useMutation({ mutationFn: (form: FormData) => send(operation, parameters, form) })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    request.mutate(new FormData(event.currentTarget))
  }
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{t('reference.tryIt')}</h3>
      <form onSubmit={onSubmit} className={css.form}>
        {parameters.map((parameter) => (
          <TextInput
            key={parameter.name}
            name={parameter.name}
            label={parameter.name}
            required={parameter.required ?? false}
            withAsterisk={false}
            styles={{ input: { fontFamily: 'monospace' } }}
          />
        ))}
        {body && (
          <Textarea
            name=" body"
            label={t('reference.body')}
            defaultValue={JSON.stringify(exampleOf(body), null, 2)}
            rows={8}
            spellCheck={false}
            styles={{ input: { fontFamily: 'monospace', fontSize: 13 } }}
          />
        )}
        <div>
          <Button type="submit" loading={request.isPending}>
            {t('reference.send')}
          </Button>
        </div>
      </form>
      {request.error && <ErrorMessage error={request.error} />}
      {request.data && <AnswerView {...request.data} />}
    </section>
  )
}

function AnswerView({ status, ms, text }: Answer) {
  const { t } = useI18n()
  return (
    <div role="status">
      <p className={css.facts}>
        <StatusChip tone={status < 400 ? 'good' : 'warn'}>{status}</StatusChip> {ms} ms
      </p>
      <CodeBlock label={t('reference.answer')} text={text} />
    </div>
  )
}

async function send(operation: Operation, parameters: readonly Parameter[], form: FormData): Promise<Answer> {
  const valuesIn = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place && form.get(parameter.name) !== '')
        .map(({ name }) => [name, String(form.get(name))]),
    )
  const init: RequestInit = { method: operation.method, credentials: 'same-origin' }
  if (operation.method !== 'GET') {
    init.headers = { 'content-type': 'application/json' }
    init.body = String(form.get(' body') ?? '{}')
  }
  const began = performance.now()
  const response = await fetch(addressOf(operation.path, valuesIn('path'), valuesIn('query')), init)
  const text = await response.text()
  return { status: response.status, ms: Math.round(performance.now() - began), text: indented(text) }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
