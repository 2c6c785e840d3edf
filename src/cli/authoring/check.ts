import { stat } from 'node:fs/promises'
import { kinds } from '../../platform/index.ts'
import { checkFolder, type Problem, problemLine } from '../../solutions/index.ts'
import type { Command } from '../command.ts'
import { folderOf, printWarnings } from '../plan.ts'
import { testFileProblems } from '../process-tests/read-test-files.ts'
import { countOf } from '../progress.ts'

export const check: Command = {
  more: () =>
    [
      'Reports all problems of the files at once: definitions, expressions, diagrams, and tests of processes. Needs no',
      'server and no database. What depends on an installation, such as references to other solutions and the SQL of',
      'reports, is checked by `plan`.',
      '',
      'Exit code: 0 when the files have no problems (warnings are allowed), 1 when they have.',
    ].join('\n'),
  async run({ words }) {
    const folder = folderOf(words)
    const { isRight, warnings } = await checkFiles(folder)
    printWarnings(warnings)
    if (isRight) console.log('the files have no problems; `chancery plan` compares them with a server')
    return isRight ? 0 : 1
  },
}

/**
 * Prints the problems of the files of a solution and of the tests of its processes. Returns whether there are none,
 * and the warnings. Throws an Error when there is no such folder.
 */
export async function checkFiles(folder: string): Promise<{ isRight: boolean; warnings: readonly Problem[] }> {
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) throw new Error(`${folder} is not a folder`)
  const found = await checkFolder(kinds, folder)
  const problems = [...found.problems, ...(await testFileProblems(folder))].sort(byPlace)
  for (const problem of problems) console.log(problemLine(problem))
  const files = new Set(problems.map(({ file }) => file)).size
  if (files > 0) console.log(`${countOf(problems.length, 'problem')} in ${countOf(files, 'file')}`)
  return { isRight: problems.length === 0, warnings: [...found.warnings].sort(byPlace) }
}

const byPlace = (a: Problem, b: Problem): number =>
  a.file === b.file ? (a.line ?? 0) - (b.line ?? 0) : a.file < b.file ? -1 : 1
