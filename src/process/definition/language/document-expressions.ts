import {
  type CompiledExpression,
  compileFeel,
  decimalOf,
  type FeelValue,
  fromJson,
  kindOf,
  Run,
  showScalar,
  type Variables,
} from '../../../feel/index.ts'
import type { JsonValue } from '../../../foundation/kit/json.ts'
import type { CompiledPlaceholder, ExpressionsOfDocuments, ShownValue } from '../../../records/index.ts'
import type { ValueType } from '../../../values/index.ts'

/** Maximum number of steps for all expressions of one document together. */
const budget = 2_000_000

interface Compiled extends CompiledPlaceholder {
  readonly expression: CompiledExpression
}

/** FEEL as the language of placeholders in document templates. */
export const documentExpressions: ExpressionsOfDocuments = {
  compile(text, names, isOpen): Compiled {
    const expression = compileFeel(text, { names, isOpen })
    return { expression, references: expression.references, functionsRead: expression.builtinsRead }
  },
  begin(moment) {
    const run = new Run({ ...moment, budget })
    return {
      evaluate: (placeholder, values) => (placeholder as Compiled).expression.evaluate(values as Variables, run).value,
      warnings: run.warnings,
    }
  },
  fromJson: (json, type: ValueType) => fromJson((json ?? null) as JsonValue, type),
  fromNumber: (number) => decimalOf(number),
  show: (value) => shown((value ?? null) as FeelValue),
}

function shown(value: FeelValue): ShownValue {
  const kind = kindOf(value)
  switch (kind) {
    case 'null':
    case 'function':
    case 'range':
      return { is: 'nothing' }
    case 'boolean':
      return { is: 'boolean', value: value as boolean }
    case 'list':
      return { is: 'list', items: value as readonly FeelValue[] }
    case 'context':
      return { is: 'context', entries: value as ReadonlyMap<string, FeelValue> }
    case 'number':
    case 'date':
    case 'time':
    case 'date and time':
      return { is: kind, text: showScalar(value)! }
    default:
      return { is: 'text', text: showScalar(value) ?? '' }
  }
}
