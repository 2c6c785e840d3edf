import type { Reader } from '../foundation/db/database.ts'
import { definitionKey, definitionPath, solutionKey } from './address.ts'
import type { DefinitionKind } from './definition-kind.ts'
import type { FileContent, SolutionFiles } from './files/solution-files.ts'
import { writeYaml } from './files/write-yaml.ts'
import { fileOf, sourceBeside, sourceEndings } from './kind-files.ts'
import { solutionTexts } from './schemas.ts'
import type { SolutionContent } from './solution-content.ts'
import { withAllTexts } from './texts/texts.ts'

/** Returns the bytes of the source files of a deployed solution, by their paths. */
export async function readSources(
  reader: Reader,
  kinds: readonly DefinitionKind[],
  content: SolutionContent,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>()
  for (const kind of kinds) {
    const entries = content.of(kind)
    const [source] = sourceEndings(kind.file)
    if (source === undefined || entries.length === 0) continue
    const bytes = await kind.sources?.(reader, entries)
    for (const entry of entries) {
      const found = bytes?.get(definitionPath(entry))
      const ending = kind.sourceOf?.(entry) ?? source
      if (found !== undefined) files.set(sourceBeside(fileOf(kind, entry), ending), found)
    }
  }
  return files
}

/**
 * Returns the files of a deployed solution, ordered by path; `readSolution` reads them as the same solution. `sources`
 * are the files of `readSources`. A definition with a source file has a YAML file only if the file would not be empty.
 */
export function writeSolution(
  kinds: readonly DefinitionKind[],
  content: SolutionContent,
  sources: ReadonlyMap<string, Uint8Array> = new Map(),
): SolutionFiles {
  const { code, name, version, dependencies } = content.solution
  const own = { code, name, version, ...(dependencies.length > 0 && { dependencies: [...dependencies] }) }
  const files: [string, FileContent][] = [
    ['solution.yaml', writeYaml(withAllTexts(own, content.texts(solutionKey(code)), solutionTexts))],
    ...kinds.flatMap((kind) =>
      content.of(kind).flatMap((entry): [string, FileContent][] => {
        const file = withAllTexts(kind.toFile(entry), content.texts(definitionKey(kind, entry)), kind.texts ?? [])
        const isSilent = kind.file.source !== undefined && Object.keys(file).length === 0
        return isSilent ? [] : [[fileOf(kind, entry), writeYaml(file)]]
      }),
    ),
    ...sources,
  ]
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)))
}
