import type { FeelType } from '../../feel/index.ts'
import { attributeOf, childrenOf, type DmnElement, nameOf } from '../source/dmn-element.ts'
import { type DefinedFunction, functionValue, heightOf } from './function-value.ts'
import { LocalVariables, type Logic, type LogicCompiler, type LogicKind, type Place, readable } from './logic.ts'

/** `<functionDefinition>`: a function with parameters, whose body is a boxed expression. */
export const functionDefinition: LogicKind = {
  names: ['functionDefinition'],
  compile(element, place, compiler) {
    const defined = defineFunction(element, place, { compiler, what: `a function of "${place.owner.name}"` })
    return { evaluate: (variables, run) => functionValue(defined, variables, run) }
  },
}

/** Compiles the parameters and the body of a function definition, or of the logic of a business knowledge model. */
export function defineFunction(
  element: DmnElement,
  { scope, owner }: Place,
  { compiler, what }: { readonly compiler: LogicCompiler; readonly what: string },
): DefinedFunction {
  const kind = attributeOf(element, 'kind') ?? 'FEEL'
  const parameters = childrenOf(element, 'formalParameter').map((parameter, index) => {
    const name = nameOf(parameter)
    if (name === undefined) scope.refuse(parameter, `parameter ${index + 1} of ${what} has no name`)
    return { name: name ?? '', type: scope.types.of(parameter) }
  })
  const names: Record<string, FeelType> = {}
  for (const { name, type } of parameters) {
    if (Object.hasOwn(names, name)) scope.refuse(element, `${what} has two parameters "${name}"`)
    names[name] = readable(type.feel)
  }
  const inner = { scope: scope.within(names), owner }
  const body = kind === 'FEEL' ? compiler.inside(element, inner, what) : unsupported(element, inner, { what, kind })
  return {
    what,
    parameters,
    height: heightOf(element),
    call: (args, variables, run) => body.evaluate(new LocalVariables(variables, args), run),
  }
}

/** Records a function in another language, whose result can only be null. */
function unsupported(
  element: DmnElement,
  { scope }: Place,
  { what, kind }: { readonly what: string; readonly kind: string },
): Logic {
  const message = `${what} is of the kind "${kind}"; only FEEL functions are supported`
  scope.mistake(element, message)
  return { evaluate: (_, run) => run.warn(message) }
}
