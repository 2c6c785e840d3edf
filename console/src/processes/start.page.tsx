import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { keys } from '../api/query-keys.ts'
import { typeOf } from '../fields/field-types.ts'
import { FieldsForm } from '../fields/fields-form.tsx'
import { type FormField, useForm } from '../fields/use-form.ts'
import { useI18n } from '../i18n/index.tsx'
import { FormButtons } from '../ui/form-buttons.tsx'
import { Page } from '../ui/page.tsx'
import { QueryView } from '../ui/states.tsx'
import { useAction } from '../ui/use-action.ts'
import type { Model } from './diagram/model.ts'
import { ProcessPath } from './process-path.tsx'
import { modelQuery, schemeQuery, type Template, templateQuery } from './queries.ts'
import { variableField } from './variables.ts'

/** The element from which a process is started. */
interface Subject {
  readonly namespace: string
  readonly code: string
  readonly id: string
  readonly name: string
}

const route = getRouteApi('/shell/processes/$namespace/$code/start')

/**
 * The form with which a user starts a process. With `element=NAMESPACE.CODE.ID` in the address, the process is started
 * from this element, and the first suitable variable is filled with the element.
 */
export function StartPage() {
  const { namespace, code } = route.useParams()
  const { element } = route.useSearch()
  const template = useQuery(templateQuery(namespace, code))
  const subject = useSubject(element)
  return (
    <QueryView query={template}>
      {(loaded) =>
        element === undefined ? (
          <Start template={loaded} />
        ) : (
          <QueryView query={subject}>{(found) => <Start template={loaded} subject={found} />}</QueryView>
        )
      }
    </QueryView>
  )
}

function useSubject(element = '') {
  const [namespace = '', code = '', id = ''] = element.split('.')
  return useQuery({
    queryKey: keys.elements({ namespace, code }, 'subject', id),
    queryFn: async ({ signal }): Promise<Subject> => {
      const body = { ids: [id], size: 1, fields: { __name: true } }
      const { result } = await call('listElements', { params: { namespace, code }, body, signal })
      if (result.result[0] === undefined) throw new ApiError(404, {})
      return { namespace, code, id, name: String(result.result[0].__name ?? '') }
    },
    enabled: element !== '',
  })
}

function Start({ template, subject }: { template: Template; subject?: Subject }) {
  const { t } = useI18n()
  const { namespace, code, name, description, version, process, rights } = template
  const scheme = useQuery(schemeQuery(namespace, code))
  const mayView = rights.includes('view')
  const model = useQuery({ ...modelQuery(namespace, code, version), enabled: mayView })
  return (
    <Page
      title={t('processes.startTitle', { name })}
      above={<ProcessPath namespace={namespace} code={code} name={name} />}
    >
      <div style={{ maxWidth: 620, display: 'grid', gap: 16 }}>
        {description && <p>{description}</p>}
        <QueryView query={scheme}>
          {({ context }) =>
            mayView && model.isPending ? null : (
              <StartForm
                namespace={namespace}
                code={code}
                fields={startFields(context, process, model.data?.model)}
                subject={subject}
              />
            )
          }
        </QueryView>
      </div>
    </Page>
  )
}

type Variables = Parameters<typeof variableField>[0][]

/** Returns the variables that a start may set. If the user may not read the diagram, all variables are returned. */
function startFields(variables: readonly Variables[number][], process: string, model: Model | undefined): FormField[] {
  const declared = model?.processes.find(({ id }) => id === process)?.variables ?? []
  const hidden = new Set(
    declared.filter(({ direction }) => direction === 'output' || direction === 'internal').map(({ name }) => name),
  )
  return variables.filter(({ code }) => !hidden.has(code)).map((variable) => variableField(variable))
}

/** Returns the initial values: the element, in the first variable that takes one element of its application. */
function initialValues(fields: readonly FormField[], subject: Subject | undefined) {
  const fitting =
    subject &&
    fields.find(
      ({ type, array, data: { namespace, code } }) =>
        typeOf({ type }).refersTo === 'elements' && !array && namespace === subject.namespace && code === subject.code,
    )
  return fitting ? { [fitting.code]: [{ __id: subject.id, __name: subject.name }] } : {}
}

function StartForm(props: { namespace: string; code: string; fields: FormField[]; subject: Subject | undefined }) {
  const { namespace, code, fields, subject } = props
  const { t } = useI18n()
  const navigate = useNavigate()
  const form = useForm({
    fields,
    initial: initialValues(fields, subject),
    draftKey: `start.${namespace}.${code}.${subject?.id ?? ''}`,
  })
  const start = useAction({
    run: () => startProcess({ namespace, code }, form.changes(), subject),
    invalidates: [keys.processes(), keys.instances()],
    done: ({ name }) => t('processes.started', { name }),
    showsError: true,
    onDone: ({ id }) => {
      form.forgetDraft()
      void navigate({ to: '/instances/$id', params: { id } })
    },
  })
  return (
    <FieldsForm
      form={form}
      onSubmit={() => form.check() && start.mutate(undefined, { onError: form.refuse })}
      isBusy={start.isPending}
      buttons={
        <FormButtons
          action={t('processes.start')}
          isBusy={start.isPending}
          onClose={() => navigate({ to: '/processes/$namespace/$code', params: { namespace, code } })}
        />
      }
    >
      {fields.length === 0 && <p>{t('processes.startEmpty')}</p>}
    </FieldsForm>
  )
}

/** Starts a process, from an element if `subject` is given. The server puts the element into its variable. */
async function startProcess(
  process: { namespace: string; code: string },
  context: Record<string, unknown>,
  subject: Subject | undefined,
): Promise<{ id: string; name: string }> {
  if (subject === undefined) {
    const { context: made } = await call('runProcess', { params: process, body: { context } })
    return { id: made.__id, name: made.__name }
  }
  const { namespace, code, id } = subject
  const body = { process: `${process.namespace}.${process.code}`, context }
  const { instanceId } = await call('startElementProcess', { params: { namespace, code, id }, body })
  return { id: instanceId, name: subject.name }
}
