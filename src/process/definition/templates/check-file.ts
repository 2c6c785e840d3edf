import type { Reader } from '../../../foundation/db/database.ts'
import { splitPath } from '../../../foundation/kit/codes.ts'
import type { ModelProblem } from '../../../foundation/kit/xml/model-problems.ts'
import { type Definitions, definitionPath } from '../../../solutions/index.ts'
import { cycleSentence, type FindUses, findCallCycle } from './call-cycle.ts'
import type { CompiledTemplate } from './compile-template.ts'
import { storedTemplates, templateId } from './stored-templates.ts'
import type { TemplateUse } from './template-uses.ts'
import { usesOfVersion } from './templates.store.ts'

/** The deployed definitions, and the templates that are published together with a file. */
export interface Surroundings {
  readonly reader: Reader
  readonly definitions: Pick<Definitions, 'of'>
  readonly together: ReadonlyMap<string, readonly TemplateUse[]>
}

/** Returns a problem for each template of the file that would call itself. */
export async function callProblems(
  namespace: string,
  templates: readonly CompiledTemplate[],
  surroundings: Surroundings,
): Promise<ModelProblem[]> {
  const find = findUses(surroundings)
  const problems: ModelProblem[] = []
  for (const { code, uses } of templates) {
    const cycle = await findCallCycle(definitionPath({ namespace, code }), uses, find)
    if (cycle !== undefined) problems.push({ elementId: cycle.element, message: cycleSentence(cycle) })
  }
  return problems
}

function findUses({ reader, definitions, together }: Surroundings): FindUses {
  const known = new Map(
    definitions
      .of(storedTemplates)
      .flatMap(({ namespace, templates }) =>
        templates.map(({ code, uses }) => [definitionPath({ namespace, code }), uses] as const),
      ),
  )
  return (path, version) => {
    return version === undefined
      ? (together.get(path) ?? known.get(path))
      : usesOfVersion(reader, templateId(splitPath(path)), version)
  }
}

/**
 * Returns a warning for each reference to a definition that does not exist, such as a called process that may be
 * published later. `exists` returns whether the definition that a reference names exists.
 */
export function missingUses(
  templates: readonly CompiledTemplate[],
  exists: (use: TemplateUse) => boolean,
): ModelProblem[] {
  return templates
    .flatMap(({ uses }) => uses)
    .filter((use) => !exists(use))
    .map(({ to, path, element }) => ({
      ...(element !== undefined && { elementId: element }),
      message: `there is no ${to} "${path}" yet`,
    }))
}
