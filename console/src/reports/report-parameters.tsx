import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { FieldEditor } from '../fields/field-editor.tsx'
import { toServer } from '../fields/form-values.ts'
import { isEmpty } from '../fields/is-empty.ts'
import { useForm } from '../fields/use-form.ts'
import { useI18n } from '../i18n/index.tsx'
import css from './report.module.css'
import { initialValues, type Parameter, parameterField } from './report-fields.ts'

/** The parameters of a report in one row. A refused value gets the server's message. */
export function ReportParameters(props: {
  parameters: readonly Parameter[]
  /** Values of the address. */
  values: Readonly<Record<string, unknown>>
  /** Error of the last run. */
  error: unknown
  onRun: (values: Readonly<Record<string, unknown>>) => void
}) {
  const { parameters, values, error, onRun } = props
  const { t } = useI18n()
  const fields = parameters.map(parameterField)
  const form = useForm({ fields, initial: initialValues(parameters, values) })
  const refuse = useRef(form.refuse)
  refuse.current = form.refuse
  useEffect(() => {
    if (error) refuse.current(error)
  }, [error])
  return (
    <form
      className={css.parameters}
      aria-label={t('reports.parameters')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!form.check()) return
        const given = fields.map((field) => [field.code, toServer(field, form.values[field.code])] as const)
        onRun(Object.fromEntries(given.filter(([, value]) => !isEmpty(value))))
      }}
    >
      {fields.map((field) => (
        <div key={field.code} className={css.parameter}>
          <FieldEditor
            field={field}
            label={field.label}
            value={form.values[field.code] ?? null}
            onChange={(value) => form.set(field.code, value)}
            error={form.errors[field.code]}
            isRequired={field.isRequired}
          />
        </div>
      ))}
      <Button type="submit">{t('reports.run')}</Button>
    </form>
  )
}
