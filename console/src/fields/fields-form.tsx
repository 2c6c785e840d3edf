import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { useI18n } from '../i18n/index.tsx'
import { ErrorMessage } from '../ui/states.tsx'
import { FieldEditor } from './field-editor.tsx'
import { FieldValue } from './field-value.tsx'
import css from './fields-form.module.css'
import { type FormSection, inSections } from './in-sections.ts'
import { isEmpty } from './is-empty.ts'
import type { Form, FormField } from './use-form.ts'

/**
 * The editors of the fields of a form, one below the other, in its sections. Below them stand `children`, what the
 * server refused, and the buttons. While the values are on their way to the server, nothing can be typed that would
 * not be sent.
 */
export function FieldsForm(props: {
  form: Pick<Form, 'fields' | 'values' | 'errors' | 'refusal' | 'set'>
  sections?: readonly FormSection[]
  onSubmit: () => void
  /** Whether the form is the main part of the page: its first field gets the focus, and its buttons stay visible. */
  isMain?: boolean
  /** Whether the values are on their way to the server. */
  isBusy?: boolean
  buttons: ReactNode
  /** Further inputs. */
  children?: ReactNode
}) {
  const { form, sections, onSubmit, isMain = false, isBusy = false, buttons, children } = props
  const { fields, values, errors, refusal, set } = form
  const { t } = useI18n()
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isMain) element.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [isMain])
  return (
    <form
      ref={element}
      className={css.form}
      data-main={isMain || undefined}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) onSubmit()
      }}
    >
      {inSections(fields, sections).map((group, index) => {
        const editors = group.fields.map((field) =>
          field.isReadOnly ? (
            <ReadOnlyField key={field.code} field={field} value={values[field.code]} />
          ) : (
            <FieldEditor
              key={field.code}
              field={field}
              label={field.label}
              value={values[field.code] ?? null}
              onChange={(value) => set(field.code, value)}
              error={errors[field.code]}
              isRequired={field.isRequired}
              isReadOnly={isBusy}
            />
          ),
        )
        const key = group.fields[0]!.code
        // Fields before the first section need no title; those after a section would seem to belong to it.
        if (!group.section && index === 0) return <Fragment key={key}>{editors}</Fragment>
        return (
          <fieldset key={key} className={css.section}>
            <legend>{group.section?.name ?? t('fields.others')}</legend>
            {editors}
          </fieldset>
        )
      })}
      {buttons && (
        <div className={css.end}>
          {children}
          {refusal !== undefined && <ErrorMessage error={refusal} />}
          {buttons}
        </div>
      )}
    </form>
  )
}

/** A field that cannot be changed: its value as text, and why it cannot be changed. */
function ReadOnlyField({ field, value }: { field: FormField; value: unknown }) {
  const { t } = useI18n()
  return (
    <dl className={css.readOnly}>
      <dt>{field.label}</dt>
      <dd>{isEmpty(value) ? '—' : <FieldValue field={field} value={value} />}</dd>
      <dd>
        <small>{field.note ?? t('fields.readOnlyNote')}</small>
      </dd>
    </dl>
  )
}
