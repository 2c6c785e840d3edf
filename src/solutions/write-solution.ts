import type { DefinitionKind } from './definition-kind.ts'
import type { SolutionFiles } from './files/solution-files.ts'
import { writeYaml } from './files/write-yaml.ts'
import { fileOf } from './kind-files.ts'
import type { SolutionContent } from './solution-content.ts'

/** Returns the files of a deployed solution, ordered by path; `readSolution` reads them as the same solution. */
export function writeSolution(kinds: readonly DefinitionKind[], content: SolutionContent): SolutionFiles {
  const { code, name, version, dependencies } = content.solution
  const own = { code, name, version, ...(dependencies.length > 0 && { dependencies: [...dependencies] }) }
  const files = [
    ['solution.yaml', writeYaml(own)] as const,
    ...kinds.flatMap((kind) =>
      content.of(kind).map((entry) => [fileOf(kind, entry), writeYaml(kind.toFile(entry))] as const),
    ),
  ]
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)))
}
