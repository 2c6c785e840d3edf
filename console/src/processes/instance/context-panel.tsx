import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FieldValue } from '../../fields/field-value.tsx'
import { useI18n } from '../../i18n/index.tsx'
import { FieldList } from '../../ui/field-list.tsx'
import { EditIcon } from '../../ui/icons.tsx'
import { EmptyState, QueryView } from '../../ui/states.tsx'
import css from '../panels.module.css'
import { hasEnded, type Instance, schemeQuery } from '../queries.ts'
import { contextQuery, variableField } from '../variables.ts'
import { ContextForm } from './context-form.tsx'
import { useAdministers } from './use-rights.ts'

/** The variables of an instance; administrators of the process can change them. */
export function ContextPanel({ instance }: { instance: Instance }) {
  const { template } = instance
  const scheme = useQuery(schemeQuery(template.namespace, template.code))
  return <QueryView query={scheme}>{({ context }) => <Variables instance={instance} variables={context} />}</QueryView>
}

type Variables = Parameters<typeof contextQuery>[1]

function Variables({ instance, variables }: { instance: Instance; variables: Variables }) {
  const { t } = useI18n()
  const administers = useAdministers(instance)
  const [isEditing, setEditing] = useState(false)
  const values = useQuery(contextQuery(instance, variables))
  const fields = variables.map((variable) => variableField(variable))
  const known = new Set(fields.map(({ code }) => code))
  const others = Object.entries(instance.context).filter(([name]) => !known.has(name))
  if (fields.length + others.length === 0)
    return <EmptyState title={t('processes.noVariables')} text={t('processes.noVariablesText')} />
  return (
    <QueryView query={values}>
      {(loaded) =>
        isEditing ? (
          <ContextForm instance={instance} fields={fields} initial={loaded} onClose={() => setEditing(false)} />
        ) : (
          <>
            <FieldList
              items={[
                ...fields.map((field) => ({
                  key: field.code,
                  name: field.label,
                  value: <FieldValue field={field} value={loaded[field.code]} />,
                })),
                ...others.map(([name, value]) => ({ key: name, name, value: <code>{JSON.stringify(value)}</code> })),
              ]}
            />
            {administers && !hasEnded(instance) && fields.length > 0 && (
              <div className={css.buttons}>
                <Button variant="default" leftSection={<EditIcon />} onClick={() => setEditing(true)}>
                  {t('processes.editContext')}
                </Button>
              </div>
            )}
          </>
        )
      }
    </QueryView>
  )
}
