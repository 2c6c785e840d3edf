import { useFormats } from '../../i18n/format.ts'
import { useI18n } from '../../i18n/index.tsx'
import { type EvaluatedDecision, type EvaluatedTable, type Shown, valueText } from './decision-text.ts'
import css from './timeline.module.css'

/** An evaluated decision: its version, and for each table the values, the result and the rules that matched. */
export function DecisionLines(props: { decision: EvaluatedDecision; names: ReadonlyMap<string, string> }) {
  const { decision, names } = props
  const { name, version, inputs, tables, result, failures = [], warnings = [], isCut } = decision
  const { t } = useI18n()
  const formats = useFormats()
  const nameOf = (id: string): string => names.get(id) ?? t('processes.someObject')
  const shown: Shown = { formats, yes: t('ui.yes'), no: t('ui.no'), nameOf }
  const main = tables.length === 1 && tables[0]!.name === name ? tables[0]! : undefined
  const read = Object.entries(inputs).map(([input, value]) => ({ name: input, value }))
  return (
    <div className={css.decision}>
      <p className={css.details}>{t('processes.decisionVersion', { name, version })}</p>
      {tables.map((table, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the tables of an evaluation never change, and names can repeat
        <TableLines key={index} table={table} title={main === undefined ? table.name : undefined} shown={shown} />
      ))}
      {main === undefined && 'result' in decision && (
        <Values title={tables.length > 0 ? name : undefined} inputs={read} output={result} shown={shown} />
      )}
      {[...failures, ...(result === null ? warnings : [])].map((sentence) => (
        <p key={sentence} className={css.details}>
          {sentence}
        </p>
      ))}
      {isCut && <p className={css.details}>{t('processes.decisionCut')}</p>}
    </div>
  )
}

function TableLines(props: { table: EvaluatedTable; title: string | undefined; shown: Shown }) {
  const { table, title, shown } = props
  const { t } = useI18n()
  const { inputs, rules, ruleCount } = table
  const more = ruleCount - rules.length
  return (
    <>
      <Values title={title} inputs={inputs} output={table.output} shown={shown} />
      {ruleCount === 0 && <p className={css.details}>{t('processes.noRuleMatched')}</p>}
      {rules.map(({ number, annotations = {} }) => {
        const said = Object.values(annotations).join(' · ')
        return (
          <p key={number} className={css.details}>
            {said === '' ? t('processes.rule', { number }) : t('processes.ruleSays', { number, text: said })}
          </p>
        )
      })}
      {more > 0 && <p className={css.details}>{t('processes.andMore', { count: more })}</p>}
    </>
  )
}

function Values(props: { title: string | undefined; inputs: EvaluatedTable['inputs']; output: unknown; shown: Shown }) {
  const { title, inputs, output, shown } = props
  const given = inputs.map(({ name, value }) => `${name}: ${valueText(value, shown)}`).join(', ')
  const line = output === undefined ? given : `${given} → ${valueText(output, shown)}`
  return <p className={css.text}>{title === undefined ? line : `${title} · ${line}`}</p>
}
