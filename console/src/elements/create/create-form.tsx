import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { staleAfter } from '../../api/query-keys.ts'
import { randomId } from '../../api/upload-file.ts'
import { tellAsker } from '../../fields/created-elsewhere.ts'
import { FieldsForm } from '../../fields/fields-form.tsx'
import { type FormField, useForm } from '../../fields/use-form.ts'
import { useI18n } from '../../i18n/index.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { Application } from '../application.ts'
import { DraftNotice } from '../draft-notice.tsx'

/** What follows after an element was created: its card is opened, or the form for another one. */
type Next = 'open' | 'another'

/**
 * The form that creates an element and then opens it or begins another one. Wrong fields of a refusal are marked.
 * `asker` is the id of a field of a form in another tab, which takes the created element; `name` is the name that was
 * typed there.
 */
export function CreateForm(props: {
  schema: Application
  fields: readonly FormField[]
  asker?: string | undefined
  name?: string | undefined
}) {
  const { schema, fields, asker, name } = props
  const { t } = useI18n()
  const navigate = useNavigate()
  const { namespace, code } = schema
  // A read-only field of a new element has its default value or none.
  const shown = fields.filter(({ isReadOnly, defaultValue }) => !isReadOnly || (defaultValue ?? null) !== null)
  const isNamed = name !== undefined && shown.some((field) => field.code === '__name' && !field.isReadOnly)
  const form = useForm({
    fields: shown,
    initial: defaultsOf(shown),
    ...(isNamed && { proposed: { __name: name } }),
    draftKey: `${namespace}.${code}.new`,
  })
  const [round, setRound] = useState(0)
  // A repeated request, for example after a lost answer, does not create a second element.
  const attempt = useRef({ text: '', key: '' })
  const create = useAction({
    run: (_next: Next) => {
      const context = form.changes()
      const text = JSON.stringify(context)
      if (attempt.current.text !== text) attempt.current = { text, key: randomId() }
      return call('createElement', {
        params: { namespace, code },
        body: { context },
        idempotencyKey: attempt.current.key,
      })
    },
    invalidates: staleAfter.element(schema),
    showsError: true,
    done: ({ item }) => t('card.created', { name: String(item.__name ?? schema.elementName) }),
    onDone: ({ item }, next) => {
      form.forgetDraft()
      if (asker) tellAsker({ asker, id: item.__id, name: String(item.__name ?? '') })
      if (next === 'another') {
        attempt.current = { text: '', key: '' }
        form.reset()
        setRound(round + 1)
        return
      }
      navigate({
        to: '/apps/$namespace/$code/$id',
        params: { namespace, code, id: item.__id },
        search: {},
        replace: true,
      })
    },
  })
  const submit = (next: Next) => form.check() && create.mutate(next, { onError: form.refuse })
  return (
    <>
      {form.hasDraft && <DraftNotice onDiscard={form.reset} />}
      <FieldsForm
        key={round}
        form={form}
        sections={schema.formSections.create}
        onSubmit={() => submit('open')}
        isMain
        isBusy={create.isPending}
        buttons={
          <FormButtons
            action={t('card.create')}
            isBusy={create.isPending}
            onClose={() => navigate({ to: '/apps/$namespace/$code', params: { namespace, code }, search: {} })}
          >
            <Button variant="default" disabled={create.isPending} onClick={() => submit('another')}>
              {t('card.createAndNext')}
            </Button>
          </FormButtons>
        }
      />
    </>
  )
}

/** Returns the default values of the fields, so that the form shows what the server would fill in. */
const defaultsOf = (fields: readonly FormField[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields
      .filter(({ defaultValue }) => (defaultValue ?? null) !== null)
      .map(({ code, defaultValue }) => [code, defaultValue]),
  )
