import { useI18n } from '../i18n/index.tsx'
import { StatusChip } from '../ui/status-chip.tsx'
import { CodeBlock } from './code-block.tsx'
import { curlOf } from './curl.ts'
import { DescribedText } from './described-text.tsx'
import { bodyOf, type Operation, type Parameter } from './document.ts'
import { exampleOf } from './example.ts'
import css from './reference.module.css'
import { SchemaView } from './schema-view.tsx'
import { TryIt } from './try-it.tsx'

interface Props {
  readonly operation: Operation
  /** Whether requests can be sent with the session of the browser. */
  readonly isSignedIn: boolean
}

/** One operation: address, parameters, body, answers, a curl command and, for signed-in users, a form to send it. */
export function OperationView({ operation, isSignedIn }: Props) {
  const { t } = useI18n()
  const body = bodyOf(operation)
  return (
    <article className={css.operation} aria-labelledby="operation">
      <h2 id="operation">{operation.summary}</h2>
      <p className={css.address}>
        <Method method={operation.method} /> <code>{operation.path}</code>
      </p>
      <p className={css.facts}>
        <code>{operation.operationId}</code> · {t(rightKey(operation['x-right']))}
      </p>
      <DescribedText text={operation.description} />
      <Parameters title={t('reference.parameters')} parameters={operation.parameters ?? []} />
      {body && (
        <section>
          <h3>{t('reference.body')}</h3>
          <SchemaView schema={body} />
          <CodeBlock label={t('reference.example')} text={JSON.stringify(exampleOf(body, true), null, 2)} />
        </section>
      )}
      <Answers operation={operation} />
      <section>
        <h3>curl</h3>
        <CodeBlock label="curl" text={curlOf(operation, location.origin)} />
      </section>
      {isSignedIn && <TryIt key={operation.operationId} operation={operation} />}
    </article>
  )
}

/** The HTTP method as a label. */
export const Method = ({ method }: { method: string }) => (
  <span className={css.method} data-method={method}>
    {method}
  </span>
)

const rightKey = (right = 'user') =>
  right === 'anyone'
    ? 'reference.forAnyone'
    : right === 'administrator'
      ? 'reference.forAdministrators'
      : 'reference.forUsers'

function Parameters({ title, parameters }: { title: string; parameters: readonly Parameter[] }) {
  if (parameters.length === 0) return null
  const properties = Object.fromEntries(
    parameters.map(({ name, schema = {}, description }) => [name, description ? { ...schema, description } : schema]),
  )
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name)
  return (
    <section>
      <h3>{title}</h3>
      <SchemaView schema={{ type: 'object', properties, required }} />
    </section>
  )
}

function Answers({ operation }: { operation: Operation }) {
  const { t } = useI18n()
  return (
    <section>
      <h3>{t('reference.answers')}</h3>
      {Object.entries(operation.responses).map(([status, { description, content }]) => {
        const schema = content?.['application/json']?.schema
        return (
          <details key={status} className={css.answer} open={status.startsWith('2')}>
            <summary>
              <StatusChip tone={status.startsWith('2') ? 'good' : 'warn'}>{status}</StatusChip>
            </summary>
            <DescribedText text={description} />
            {schema && <SchemaView schema={schema} />}
          </details>
        )
      })}
    </section>
  )
}
