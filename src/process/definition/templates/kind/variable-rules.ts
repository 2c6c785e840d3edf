import { namedGroups } from '../../../../access/index.ts'
import { didYouMean } from '../../../../foundation/kit/nearest.ts'
import { type Phrase, phrase } from '../../../../foundation/kit/phrase.ts'
import type { Found, Problem } from '../../../../solutions/index.ts'
import { variablesOf } from '../../origins/index.ts'
import type { CompiledFile } from '../compile-template.ts'
import type { TemplateSettings } from '../template-settings.ts'

/** Subjects of rules for variables besides groups. */
const subjects = ['everyone', 'initiator', 'performers']

/** Returns the groups that the rules for variables name, with their places in the settings. */
export function groupsOfVariables({ variables = [] }: TemplateSettings): ReturnType<typeof namedGroups> {
  return namedGroups({ elements: variables.map(({ to }) => ({ to, may: [] as never[] })) }).map(({ path, at }) => ({
    path,
    at: ['variables', ...at.slice(1)],
  }))
}

/** Refuses subjects of rules for variables that are neither groups nor known words, and variables with two rules. */
export function checkVariables(settings: TemplateSettings, refuse: Found<unknown>['refuse']): void {
  const groups = groupsOfVariables(settings).map(({ at }) => at.join(' '))
  const named = new Set<string>()
  settings.variables?.forEach(({ names, to }, index) => {
    to.forEach((subject, position) => {
      const at = ['variables', index, 'to', position]
      if (!subjects.includes(subject) && !groups.includes(at.join(' ')))
        refuse(at, `"${subject}" is no subject; use ${subjects.join(', ')}, or the path of a group`)
    })
    names.forEach((name, position) => {
      if (named.has(name)) refuse(['variables', index, 'names', position], `"${name}" already has a rule`)
      named.add(name)
    })
  })
}

/** Returns a problem for each variable in the rules that is in no process of the file. */
export function variableProblems(
  { settings, placeOf }: { readonly settings: TemplateSettings; readonly placeOf: Found<unknown>['at'] },
  { templates }: CompiledFile,
): Problem[] {
  const known = new Set(templates.flatMap(({ program }) => [...variablesOf(program)]))
  return (settings.variables ?? []).flatMap(({ names }, index) =>
    names.flatMap((name, position) =>
      known.has(name)
        ? []
        : [
            {
              ...placeOf(['variables', index, 'names', position]),
              message: `the process has no variable "${name}"${didYouMean(name, known)}`,
            },
          ],
    ),
  )
}

/** Returns sentences about the users to whom variables are shown when the rules for variables of a process change. */
export function variablesDifference(path: string, before: TemplateSettings, after: TemplateSettings): Phrase[] {
  const [old, now] = [rulesOf(before), rulesOf(after)]
  const shown = [...now].flatMap(([name, to]) =>
    old.get(name) === to ? [] : [phrase('showsVariableToGroups', name, path, to)],
  )
  const released = [...old.keys()].flatMap((name) => (now.has(name) ? [] : [phrase('showsVariableToAll', name, path)]))
  return [...shown, ...released]
}

const rulesOf = ({ variables = [] }: TemplateSettings): ReadonlyMap<string, string> =>
  new Map(variables.flatMap(({ names, to }) => names.map((name) => [name, to.join(', ')] as const)))
