import { glob, readFile, stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { fileReader, type Place, type Problem, problemLine } from '../../solutions/index.ts'
import { TestFile } from './process-test.ts'

/** A file with tests of one process. */
export interface ReadTestFile {
  /** Path of the file inside the folder of the solution. */
  readonly file: string
  /** Path of the tested process, such as `legal.contracts.process`. */
  readonly process: string
  readonly content: TestFile
  /** Returns the place of a value in the file. */
  readonly at: (path: readonly (string | number)[]) => Place
}

/**
 * Reads the files `*.test.yaml` in the folder of a solution. Throws an Error that lists all problems with their lines,
 * and for a folder without a solution or without tests.
 */
export async function readTestFiles(folder: string): Promise<ReadTestFile[]> {
  if (!(await isFile(join(folder, 'solution.yaml'))))
    throw new Error(`${folder} has no solution.yaml; give the folder of a solution`)
  const { names, found, problems } = await readAll(folder)
  if (names.length === 0)
    throw new Error(`${folder} has no files *.test.yaml; put them beside the diagrams of processes`)
  if (problems.length > 0)
    throw new Error(['the tests have problems:', ...problems.map((problem) => `  ${problemLine(problem)}`)].join('\n'))
  return found
}

/** Returns the problems of the files `*.test.yaml` in a folder; none when there are no such files. */
export const testFileProblems = async (folder: string): Promise<readonly Problem[]> => (await readAll(folder)).problems

async function readAll(folder: string) {
  const names = (await Array.fromAsync(glob('**/*.test.yaml', { cwd: folder }))).sort()
  const files = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  )
  const problems: Problem[] = []
  const read = fileReader(files, problems)
  const found = names.flatMap((file): ReadTestFile[] => {
    const content = read<TestFile>(file, TestFile)
    if (content === undefined) return []
    const process = content.value.process ?? processBeside(file)
    if (process === undefined)
      content.refuse([], 'the file is not beside the diagram of a process; name the process with the key "process"')
    return process === undefined ? [] : [{ file, process, content: content.value, at: content.at }]
  })
  return { names, found, problems }
}

/** Returns a place as `file:line: path`. */
export function placeText({ file, line, path }: Place): string {
  return `${file}${line === undefined ? '' : `:${line}`}${path === '' ? '' : `: ${path}`}`
}

/**
 * Returns the path of the process that a test file belongs to, by its folder and name; undefined for a file outside a
 * folder `processes`.
 */
function processBeside(file: string): string | undefined {
  const code = basename(file, '.test.yaml')
  const [, namespace, app] = /^namespaces\/(\w+)(?:\/apps\/(\w+))?\/processes\/[^/]+$/.exec(file) ?? []
  return namespace === undefined ? undefined : [namespace, ...(app === undefined ? [] : [app]), code].join('.')
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )

/** Returns the path of a folder relative to the working directory, for messages. */
export const shownFolder = (folder: string): string => relative(process.cwd(), folder) || '.'
