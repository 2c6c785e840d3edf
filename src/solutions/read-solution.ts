import { definitionKey, definitionPath, solutionKey } from './address.ts'
import type { DefinitionKind, Draft, Solution } from './definition-kind.ts'
import type { SolutionFiles } from './files/solution-files.ts'
import { codeChecker, kindOfFile, misplacedFile, sourceBeside, sourceEndings } from './kind-files.ts'
import { maxProblems, type Problem, refuseProblems } from './problems.ts'
import { type Found, fileReader } from './read-file.ts'
import { SolutionFile, solutionTexts } from './schemas.ts'
import { noTexts, type Texts } from './texts/texts.ts'

/**
 * Reads and checks all files of a solution. The result contains the problems of all files. Throws
 * `definition.invalid` when `solution.yaml` cannot be read, or when there are too many problems to continue.
 */
export function readSolution(kinds: readonly DefinitionKind[], files: SolutionFiles): Solution {
  const problems: Problem[] = []
  const refuse = (file: string, message: string): unknown => problems.push({ file, path: '', message })
  const read = fileReader(files, problems)
  const ownTexts = { paths: solutionTexts, schema: SolutionFile }
  const solution = files.has('solution.yaml') ? read<SolutionFile>('solution.yaml', SolutionFile, ownTexts) : undefined
  if (!files.has('solution.yaml')) refuse('solution.yaml', 'the file is missing')
  const readYaml = ({ schema, publishedSchema = schema, texts = [] }: DefinitionKind, file: string) =>
    read(file, schema, { paths: texts, schema: publishedSchema })
  function readWithSource(kind: DefinitionKind, file: string): Found<unknown> | undefined {
    const yaml = file.replace(/\.\w+$/, '.yaml')
    const at: Found<unknown>['at'] = () => ({ file, path: '' })
    const nothing: Found<unknown> = { value: {}, texts: noTexts, at, refuse: (_path, message) => refuse(file, message) }
    const settings = files.has(yaml) ? readYaml(kind, yaml) : nothing
    return settings && { ...settings, source: files.get(file) as Uint8Array }
  }
  const keepTexts = (key: string, found: Texts): void => {
    if (Object.keys(found).length > 0) texts.set(key, found)
  }
  const checkCode = codeChecker()
  const texts = new Map<string, Texts>()
  const drafts = new Map<string, Draft[]>(kinds.map(({ word }) => [word, []]))
  const unread = new Map<string, string[]>(kinds.map(({ word }) => [word, []]))
  for (const file of [...files.keys()].filter((path) => path !== 'solution.yaml').sort()) {
    if (problems.length >= maxProblems) break
    const found = kindOfFile(kinds, file)
    if (found === undefined) {
      refuse(file, misplacedFile(kinds, file))
      continue
    }
    const { kind, address, isSource } = found
    const endings = sourceEndings(kind.file)
    if (endings.length > 0 && !isSource) {
      // The YAML file is read together with the source file beside it.
      const beside = endings.map((ending) => sourceBeside(file, ending))
      if (!beside.some((path) => files.has(path)))
        refuse(file, `${beside.join(' or ')} is missing; a file of settings alone is no ${kind.word}`)
      continue
    }
    const before = problems.length
    for (const message of checkCode(kind, address)) refuse(file, message)
    for (const each of kinds) for (const message of each.placeProblems?.(address, files) ?? []) refuse(file, message)
    const content = isSource ? readWithSource(kind, file) : readYaml(kind, file)
    const draft = content && kind.read(content, address)
    if (draft !== undefined && problems.length === before) {
      drafts.get(kind.word)!.push(draft)
      keepTexts(definitionKey(kind, address), content!.texts)
    } else unread.get(kind.word)!.push(definitionPath(address))
  }
  if (solution === undefined || problems.length >= maxProblems) refuseProblems(problems)
  const { code, name, version, dependencies = [] } = solution!.value
  keepTexts(solutionKey(code), solution!.texts)
  return {
    code,
    name,
    version,
    dependencies,
    problems,
    texts,
    unread: (word) => unread.get(word) ?? [],
    of: <D extends Draft>({ word }: DefinitionKind<D>) => (drafts.get(word) ?? []) as readonly Draft[] as readonly D[],
    references: [...drafts.values()].flat().flatMap(({ references }) => references),
  }
}
