import type { Reader } from '../foundation/db/database.ts'
import { partsOf, phrase } from '../foundation/kit/phrase.ts'
import { definitionPath } from './address.ts'
import type { DefinitionKind, Drift, ShownDrift } from './definition-kind.ts'
import { editedFiles } from './edits/edits.store.ts'
import { kindOfFile } from './kind-files.ts'
import type { SolutionContent } from './solution-content.ts'

/** Returns the changes made by hand to a deployed solution; an empty list when nothing differs from the last apply. */
export async function findDrift(
  reader: Reader,
  kinds: readonly DefinitionKind[],
  content: SolutionContent,
): Promise<ShownDrift[]> {
  const drift = (await editedFiles(reader, content.solution.code)).map((file) => editDrift(kinds, file, content))
  for (const kind of kinds) drift.push(...((await kind.drift?.(reader, content)) ?? []))
  return drift.map((one) => ({ ...one, sentence: one.sentence.text, ...partsOf(one.sentence) }))
}

/** Returns the drift of one of the files that `editedFiles` returns. */
function editDrift(kinds: readonly DefinitionKind[], file: string, { solution, of }: SolutionContent): Drift {
  const found = kindOfFile(kinds, file)
  const [what, path] = found ? [found.kind.word, definitionPath(found.address)] : ['solution', solution.code]
  const isThere = !found || of(found.kind).some((entry) => definitionPath(entry) === path)
  const sentence = isThere ? phrase('fileChangedHere', file) : phrase('fileRemovedHere', file)
  return { kind: isThere ? 'changed' : 'removed', what, path, sentence }
}
