import type { TSchema } from 'typebox'
import type { SchemaProblem } from '../foundation/kit/schema-problems.ts'
import { fileProblems, pathText } from './file-problems.ts'
import type { SolutionFiles } from './files/solution-files.ts'
import { readYaml } from './files/yaml-file.ts'
import type { Place, Problem } from './problems.ts'
import { inLanguage, type SeparatedTexts, separateTexts } from './texts/separate-texts.ts'
import type { TextPath, Texts } from './texts/texts.ts'

/** The content of a file of the right shape. */
export interface Found<T> {
  readonly value: T
  /** The texts of the file that are given in several languages; `value` has the first language of each. */
  readonly texts: Texts
  /** The bytes of the source file beside the YAML file; only for kinds that have such files. */
  readonly source?: Uint8Array
  /** Returns the place of a value in the file, for problems that are found later. */
  readonly at: (path: readonly (string | number)[]) => Place
  readonly refuse: (path: readonly (string | number)[], message: string) => void
}

export type ReadFile = <T>(file: string, schema: TSchema, texts?: TextsOfFile) => Found<T> | undefined

/** The texts that a file may give in several languages. */
interface TextsOfFile {
  readonly paths: readonly TextPath[]
  /** The schema of the whole file, which the texts of every language must match. */
  readonly schema: TSchema
}

/**
 * Returns a function that reads a file into its shape. For a file with problems, that function reports them and returns
 * undefined.
 */
export function fileReader(files: SolutionFiles, problems: Problem[]): ReadFile {
  return <T>(file: string, schema: TSchema, texts?: TextsOfFile): Found<T> | undefined => {
    const yaml = readYaml(file, files.get(file) as string)
    const at: Found<T>['at'] = (path) => ({ file, line: yaml.lineOf(path), path: pathText(path) })
    const refuse: Found<T>['refuse'] = (path, message) => problems.push({ ...at(path), message })
    problems.push(...yaml.problems)
    if (yaml.problems.length > 0) return undefined
    const separated = separateTexts(yaml.value, texts?.paths ?? [])
    const shape =
      separated.problems.length > 0
        ? separated.problems
        : [...fileProblems(schema, separated.value), ...(texts ? problemsOfLanguages(separated, texts) : [])]
    for (const { path, message } of shape) refuse(path, message)
    return shape.length > 0 ? undefined : { value: separated.value as T, texts: separated.texts, at, refuse }
  }
}

/**
 * Returns the problems of the texts in all languages except the first of each text. The path of a problem ends in the
 * language.
 */
function problemsOfLanguages(separated: SeparatedTexts, { paths, schema }: TextsOfFile): SchemaProblem[] {
  const usual = new Set(fileProblems(schema, separated.value).map(({ path }) => pathText(path)))
  return separated.languages.flatMap((language) =>
    fileProblems(schema, inLanguage(language, separated, paths))
      .filter(({ path }) => !usual.has(pathText(path)))
      .map(({ path, message }) => ({ path: [...path, language], message })),
  )
}
