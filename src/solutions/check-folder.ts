import type { Reader } from '../foundation/db/database.ts'
import { foldCode } from '../foundation/kit/codes.ts'
import { PlatformError } from '../foundation/kit/errors.ts'
import { definitionPath, sectionOf } from './address.ts'
import { compileDefinitions } from './compile-definitions.ts'
import type { DefinitionKind, Solution } from './definition-kind.ts'
import { definitionInvalid } from './errors.ts'
import { readFolder } from './files/read-folder.ts'
import { planKinds } from './plan.ts'
import type { Problem } from './problems.ts'
import { readSolution } from './read-solution.ts'

/** What is wrong with the files of a solution, as far as the files alone show it. */
export interface SolutionCheck {
  readonly problems: readonly Problem[]
  readonly warnings: readonly Problem[]
}

/** An installation without any rows. */
const nothing: Reader = { rows: async () => [], row: async () => undefined }

/**
 * Checks the solution in a folder as a plan does, but without a database. Dependencies, references to definitions in
 * namespaces of other solutions and the SQL of reports are left to the plan.
 */
export async function checkFolder(kinds: readonly DefinitionKind[], folder: string): Promise<SolutionCheck> {
  const files = await readFolder(folder)
  try {
    return await check(kinds, readSolution(kinds, files))
  } catch (error) {
    if (!(error instanceof PlatformError && error.kind === definitionInvalid)) throw error
    return { problems: error.details.problems as readonly Problem[], warnings: [] }
  }
}

async function check(kinds: readonly DefinitionKind[], solution: Solution): Promise<SolutionCheck> {
  const own = ownSections(kinds, solution)
  const plans = await planKinds(kinds, {
    reader: nothing,
    solution,
    definitions: compileDefinitions(kinds, { solutions: [], definitions: {}, texts: {} }),
    mayExist: (path) => !own.has(foldCode(sectionOf(path))),
  })
  return {
    problems: [...solution.problems, ...plans.flatMap(({ problems }) => problems)],
    warnings: plans.flatMap(({ mistakes = [], warnings = [] }) => [...mistakes, ...warnings]),
  }
}

/** Returns the codes of the namespaces and modules of a solution. All definitions in them belong to the solution. */
function ownSections(kinds: readonly DefinitionKind[], solution: Solution): ReadonlySet<string> {
  const sections = kinds.filter(({ file }) => !file.path.includes('{code}'))
  const paths = sections.flatMap((kind) => [...solution.of(kind).map(definitionPath), ...solution.unread(kind.word)])
  return new Set(paths.map((path) => foldCode(sectionOf(path))))
}
