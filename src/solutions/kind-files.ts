import { codeCollector, splitNamespace } from '../foundation/kit/codes.ts'
import { didYouMean } from '../foundation/kit/nearest.ts'
import type { Address } from './address.ts'
import type { DefinitionKind, FileAddress } from './definition-kind.ts'

/** Returns the path of the YAML file of a definition inside its solution. */
export function fileOf({ file }: Pick<DefinitionKind, 'file'>, { namespace, code }: Address): string {
  const { section, application: app } = splitNamespace(namespace)
  const path = app === undefined ? file.path : (file.pathInApplication ?? file.path).replace('{app}', app)
  return path.replace('{namespace}', section).replace('{code}', code)
}

/** Returns the path of the source file beside a YAML file. */
export function sourceBeside(yamlFile: string, extension: string): string {
  return yamlFile.replace(/\.yaml$/, `.${extension}`)
}

/** Returns the endings of the source files of a kind; none for a kind of YAML files alone. */
export function sourceEndings({ source = [] }: DefinitionKind['file']): readonly string[] {
  return typeof source === 'string' ? [source] : source
}

/**
 * Returns the kind of a file and the address that its path gives; undefined when no kind has files there. `isSource`
 * tells a source file from the YAML file beside it.
 */
export function kindOfFile(
  kinds: readonly DefinitionKind[],
  file: string,
): { kind: DefinitionKind; address: FileAddress; isSource: boolean } | undefined {
  for (const kind of kinds) {
    const { path, pathInApplication } = kind.file
    for (const yaml of [path, ...(pathInApplication === undefined ? [] : [pathInApplication])]) {
      for (const form of [yaml, ...sourceEndings(kind.file).map((ending) => sourceBeside(yaml, ending))]) {
        const pattern = form.replaceAll('.', '\\.').replace(/\{(namespace|app|code)\}/g, '(?<$1>[^/]+)')
        const { namespace: section = '', app, code = section } = new RegExp(`^${pattern}$`).exec(file)?.groups ?? {}
        if (section === '') continue
        const namespace = app === undefined ? section : `${section}.${app}`
        return { kind, address: { file, namespace, code }, isSource: form !== yaml }
      }
    }
  }
  return undefined
}

/** Returns a function that takes the codes of a solution one by one and returns the problems of each code. */
export function codeChecker(): (kind: DefinitionKind, address: Address) => string[] {
  const collectors = new Map<string, ReturnType<typeof codeCollector>>()
  return ({ file, word }, address) => {
    const { title, codes, maxLength, reserved, path } = file
    const { namespace, code } = address
    const problems: (string | undefined)[] = []
    if (!codes.test(code)) problems.push(`${title} code must match ${codes.source}`)
    else if (code.length > maxLength) problems.push(`${title} code may have at most ${maxLength} characters`)
    const place = path.includes('{code}') ? `${word} in ${namespace}` : word
    const repetition = collectors.get(place) ?? codeCollector()
    collectors.set(place, repetition)
    problems.push(reserved?.(address), repetition(code))
    return problems.filter((message) => message !== undefined)
  }
}

/** Returns the message for a file that belongs to no kind, with a hint at where such files belong. */
export function misplacedFile(kinds: readonly DefinitionKind[], file: string): string {
  const [top, , third] = file.split('/')
  const tops = [...new Set(kinds.map((kind) => kind.file.path.split('/')[0]!))]
  if (!tops.includes(top!)) return `this file is not part of a solution${didYouMean(file, ['solution.yaml', ...tops])}`
  const folders = new Map(kinds.map((kind) => [kind.file.path.split('/')[2]!, kind]))
  const inFolder = third === undefined ? undefined : folders.get(third)
  const near = third === undefined || inFolder ? '' : didYouMean(third, folders.keys())
  if (near !== '') return `this file is in the wrong place${near}`
  const places = (inFolder ? [inFolder] : kinds).map(({ word, file }) => {
    const [source] = sourceEndings(file)
    const main = source === undefined ? file.path : sourceBeside(file.path, source)
    return `${word}${word.endsWith('s') ? 'es' : 's'} are ${main.replaceAll(/\{\w+\}/g, '<code>')}`
  })
  return `this file is in the wrong place; ${places.join(', ')}`
}
