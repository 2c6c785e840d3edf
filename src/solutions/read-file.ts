import type { TSchema } from 'typebox'
import type { JsonValue } from '../foundation/kit/json.ts'
import { fileProblems, pathText } from './file-problems.ts'
import type { SolutionFiles } from './files/solution-files.ts'
import { readYaml } from './files/yaml-file.ts'
import type { Place, Problem } from './problems.ts'

/** The content of a file of the right shape. */
export interface Found<T> {
  readonly value: T
  /** The bytes of the source file beside the YAML file; only for kinds that have such files. */
  readonly source?: Uint8Array
  /** Returns the place of a value in the file, for problems that are found later. */
  readonly at: (path: readonly (string | number)[]) => Place
  readonly refuse: (path: readonly (string | number)[], message: string) => void
}

export type ReadFile = <T>(file: string, schema: TSchema) => Found<T> | undefined

/**
 * Returns a function that reads a file into its shape. For a file with problems, that function reports them and returns
 * undefined.
 */
export function fileReader(files: SolutionFiles, problems: Problem[]): ReadFile {
  return <T>(file: string, schema: TSchema): Found<T> | undefined => {
    const yaml = readYaml(file, files.get(file) as string)
    const at: Found<T>['at'] = (path) => ({ file, line: yaml.lineOf(path), path: pathText(path) })
    const refuse: Found<T>['refuse'] = (path, message) => problems.push({ ...at(path), message })
    problems.push(...yaml.problems)
    if (yaml.problems.length > 0) return undefined
    const shape = fileProblems(schema, yaml.value)
    for (const { path, message } of shape) refuse(path, message)
    return shape.length > 0 ? undefined : { value: yaml.value as JsonValue as T, at, refuse }
  }
}
