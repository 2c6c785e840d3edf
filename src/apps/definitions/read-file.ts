import type { TSchema } from 'typebox'
import type { JsonValue } from '../../kit/json.ts'
import { fileProblems, pathText } from './file-problems.ts'
import type { Place, Problem } from './problems.ts'
import type { SolutionFiles } from './solution-files.ts'
import { readYaml } from './yaml-file.ts'

/** What stands in a file of the right shape. */
export interface Found<T> {
  readonly value: T
  /** Where a value stands, for problems that show later. */
  readonly at: (path: readonly (string | number)[]) => Place
  readonly refuse: (path: readonly (string | number)[], message: string) => void
}

export type ReadFile = <T>(file: string, schema: TSchema) => Found<T> | undefined

/** Reads files into their shapes; notes the problems of one, and gives nothing when it has any. */
export function fileReader(files: SolutionFiles, problems: Problem[]): ReadFile {
  return <T>(file: string, schema: TSchema): Found<T> | undefined => {
    const yaml = readYaml(file, files.get(file)!)
    const at: Found<T>['at'] = (path) => ({ file, line: yaml.lineOf(path), path: pathText(path) })
    const refuse: Found<T>['refuse'] = (path, message) => problems.push({ ...at(path), message })
    problems.push(...yaml.problems)
    if (yaml.problems.length > 0) return undefined
    const shape = fileProblems(schema, yaml.value)
    for (const { path, message } of shape) refuse(path, message)
    return shape.length > 0 ? undefined : { value: yaml.value as JsonValue as T, at, refuse }
  }
}
