import { isFeel } from '../../../feel/index.ts'
import { extensionNamespace } from './extension-schema.ts'

/** The BPMN elements whose text is an expression. */
const expressions = new Set([
  'condition',
  'conditionExpression',
  'completionCondition',
  'loopCardinality',
  'loopCondition',
  'timeCycle',
  'timeDate',
  'timeDuration',
])

/** Returns what is wrong with the namespaces that an XML element declares; undefined when nothing is. */
export function namespaceProblem(attributes: Readonly<Record<string, string>>): string | undefined {
  for (const [name, value] of Object.entries(attributes)) {
    if (!/^xmlns(:|$)/.test(name) || value === extensionNamespace) continue
    if (name === 'xmlns:chancery' || /^urn:chancery\b/i.test(value))
      return `${name}="${value.slice(0, 200)}" is not the namespace of Chancery; write xmlns:chancery="${extensionNamespace}"`
  }
  return undefined
}

/** Returns why an expression in the language that its element names cannot run; undefined when it can. */
export function languageProblem(
  element: string,
  { language = '' }: Readonly<Record<string, string>>,
): string | undefined {
  if (!expressions.has(element) || language.trim() === '' || isFeel(language)) return undefined
  return `${element}: language="${language.slice(0, 200)}" cannot run; write the expression in FEEL and remove the attribute language`
}
