import { PlatformError } from '../../../foundation/kit/errors.ts'
import { didYouMean } from '../../../foundation/kit/nearest.ts'
import type { ValueType } from '../../../values/index.ts'
import type { CompiledPlaceholder, ExpressionsOfDocuments, ValueTypes } from './language.ts'
import type { OutlineNode } from './outline.ts'
import { type PlaceholderPlace, shownPlaceholder, type TemplateProblem } from './placeholder.ts'

/** An outline whose expressions are compiled. */
export type CompiledNode =
  | { readonly is: 'literal'; readonly text: string }
  | { readonly is: 'value'; readonly text: string; readonly compiled: CompiledPlaceholder }
  | {
      readonly is: 'section'
      readonly isInverted: boolean
      readonly text: string
      readonly compiled: CompiledPlaceholder
      readonly content: readonly CompiledNode[]
    }

export interface CompiledOutline {
  readonly nodes: readonly CompiledNode[]
  readonly problems: readonly TemplateProblem[]
  /**
   * The paths that all expressions read. Inside a section, a path can also begin with a name of the section's item.
   */
  readonly references: readonly (readonly string[])[]
}

/** The names that a place of the template can read; in an open scope, any other name may exist. */
interface Scope {
  readonly names: ValueTypes
  readonly isOpen: boolean
}

/** Compiles the expressions of a template. Reports unknown names and unknown fields of what the names refer to. */
export function compileOutline(
  nodes: readonly OutlineNode[],
  names: ValueTypes,
  language: Pick<ExpressionsOfDocuments, 'compile'>,
): CompiledOutline {
  const problems: TemplateProblem[] = []
  const references: (readonly string[])[] = []

  function compile(text: string, place: PlaceholderPlace, { names: known, isOpen }: Scope, shown: string) {
    try {
      const compiled = language.compile(text, known, isOpen)
      const wrong = functionProblem(compiled, known)
      if (wrong === undefined) {
        references.push(...compiled.references)
        return compiled
      }
      problems.push({ place, message: `${shown}: ${wrong}` })
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      problems.push({ place, message: `${shown}: ${error.message}` })
    }
    return undefined
  }

  function within(content: readonly OutlineNode[], scope: Scope): CompiledNode[] {
    return content.flatMap((node): CompiledNode[] => {
      if (node.is === 'literal') return [node]
      const kind = node.is === 'value' ? 'value' : node.isInverted ? 'inverted' : 'section'
      const compiled = compile(node.text, node.place, scope, shownPlaceholder(kind, node.text))
      if (node.is === 'value') return compiled === undefined ? [] : [{ is: 'value', text: node.text, compiled }]
      const inside = node.isInverted || compiled === undefined ? scope : scopeInside(node.text, compiled, scope)
      const nested = within(node.content, inside)
      return compiled === undefined ? [] : [{ ...node, compiled, content: nested }]
    })
  }
  return { nodes: within(nodes, { names, isOpen: false }), problems, references }
}

/** Returns why an expression that reads a built-in function as a value is refused; undefined if it reads none. */
function functionProblem({ functionsRead }: CompiledPlaceholder, names: ValueTypes): string | undefined {
  const read = functionsRead.find((name) => !Object.hasOwn(names, name))
  return read === undefined ? undefined : `unknown name "${read}"${didYouMean(read, Object.keys(names))}`
}

/** Returns the types of the entries of a context, or of the contexts in a list; undefined for any other type. */
function entriesOf(type: ValueType | undefined): ValueTypes | undefined {
  if (typeof type !== 'object') return undefined
  return 'list' in type ? entriesOf(type.list) : type.context
}

/** Returns the scope inside a section: the entries of its item, `item` and `position` are names there. */
function scopeInside(text: string, { references }: CompiledPlaceholder, { names, isOpen }: Scope): Scope {
  const type = typeOf(text, references, names)
  if (type === 'boolean') return { names, isOpen }
  const item = typeof type === 'object' && 'list' in type ? type.list : type
  const entries = entriesOf(item)
  const isKnown = entries !== undefined || (item !== undefined && item !== 'Any')
  return {
    names: { ...names, item: item ?? 'Any', position: 'number', ...entries },
    isOpen: isOpen || !isKnown,
  }
}

/**
 * Returns the type of an expression that is a path, such as `order.rows`, or a filter of a path, such as `rows[amount >
 * 5]`. A comparison is a boolean. The type of any other expression is not known.
 */
function typeOf(text: string, references: CompiledPlaceholder['references'], names: ValueTypes): ValueType | undefined {
  const path = references.find((one) => text === one.join('.') || text.startsWith(`${one.join('.')}[`))
  if (path !== undefined && (text === path.join('.') || text.endsWith(']'))) {
    let type: ValueType | undefined = names[path[0]!]
    for (const key of path.slice(1)) type = entriesOf(type)?.[key]
    return type
  }
  return comparison.test(text) && !/\b(if|for)\b/.test(text) ? 'boolean' : undefined
}

/** A comparison without brackets, such as `amount > 1000 and status = "signed"`. */
const comparison = /^[^[\](){}]*[<>=][^[\](){}]*$/
