import { namedGroups } from '../../../../access/index.ts'
import { phrase } from '../../../../foundation/kit/phrase.ts'
import { builtInGroupPaths } from '../../../../people/index.ts'
import { type Address, type DefinitionKind, type Drift, definitionPath, type Use } from '../../../../solutions/index.ts'
import { maxCodeChars, templateCode } from '../compile-template.ts'
import { isBuiltInPath } from '../known-definitions.ts'
import type { ArmStarts } from '../publish-file.ts'
import { type DeployedTemplate, storedTemplates } from '../stored-templates.ts'
import { applicationOf, givenByRules } from '../template-resource.ts'
import { namedInSettings, settingsFile, TemplateSettings } from '../template-settings.ts'
import { fileOfVersion, publishedByHand } from '../templates.store.ts'
import { formFieldDrift } from './form-fields.ts'
import { openBeforeDrift } from './plan-access.ts'
import { planTemplates } from './plan-templates.ts'
import { readTemplate, type TemplateDraft } from './read-template.ts'
import { groupsOfVariables } from './variable-rules.ts'

/** Creates the kind "process": BPMN files of a solution, each with an optional YAML file of settings. */
export function createProcessKind(armStarts: ArmStarts): DefinitionKind<TemplateDraft, DeployedTemplate> {
  return {
    ...storedTemplates,
    file: {
      path: 'namespaces/{namespace}/processes/{code}.yaml',
      pathInApplication: 'namespaces/{namespace}/apps/{app}/processes/{code}.yaml',
      source: 'bpmn',
      title: 'a process',
      codes: templateCode,
      maxLength: maxCodeChars,
    },
    isKnownTo: (template, { persons }) =>
      persons
        .in(applicationOf(template))
        .some((person) => givenByRules(template, person, 'start') || givenByRules(template, person, 'view')),
    schema: TemplateSettings,
    read: readTemplate,
    plan: (context) => planTemplates(context, armStarts),
    drift: async (reader, content) => [
      ...content.of(storedTemplates).flatMap(changedByHand),
      ...(await formFieldDrift(reader, content)),
      ...content.of(storedTemplates).flatMap(openBefore),
      ...(await publishedByHand(reader, content.solution.code)).flatMap((one): Drift[] => {
        const path = definitionPath(one)
        const sentence = phrase('processPublishedByHand', path, one.name)
        return [{ kind: 'added', what: 'process', path, sentence }, ...openBefore(one)]
      }),
    ],
    toFile: ({ settings }) => settingsFile(settings),
    hashed: ({ namespace, code, hash, settings }) => ({ namespace, code, hash, ...settingsFile(settings) }),
    async sources(reader, entries) {
      const files = new Map<string, Uint8Array>()
      for (const entry of entries) {
        files.set(definitionPath(entry), (await fileOfVersion(reader, entry.id, entry.version))!)
      }
      return files
    },
    uses: usesOf,
  }
}

function openBefore({ wasOpen, ...address }: Address & { readonly wasOpen: boolean }): Drift[] {
  return wasOpen ? [openBeforeDrift(definitionPath(address))] : []
}

function changedByHand(template: DeployedTemplate): Drift[] {
  if (template.hash === template.appliedHash) return []
  const path = definitionPath(template)
  const sentence = phrase('processVersionPublishedByHand', template.version, path)
  return [{ kind: 'changed', what: 'process', path, sentence }]
}

function usesOf({ templates, settings, ...address }: DeployedTemplate): Use[] {
  const path = definitionPath(address)
  const own = new Set(templates.map(({ code }) => definitionPath({ ...address, code })))
  const groups = namedGroups({ elements: settings.access?.map(({ to }) => ({ to, may: [] as never[] })) ?? [] })
  const uses: Use[] = [
    ...templates.flatMap((one) => one.uses.map(({ to, path: ref }) => ({ to, path, ref }))),
    ...[...groups, ...groupsOfVariables(settings)].map((group) => ({ to: 'group', path, ref: group.path })),
    ...namedInSettings(settings).map(({ to, path: ref }) => ({ to, path, ref })),
    ...(address.namespace.includes('.') ? [{ to: 'application', path, ref: address.namespace }] : []),
  ]
  const isForeign = ({ to, ref }: Use): boolean => {
    if (to === 'group') return !builtInGroupPaths.includes(ref)
    return to === 'application' ? !isBuiltInPath(ref) : to !== 'process' || !own.has(ref)
  }
  const seen = new Set<string>()
  return uses.filter((use) => isForeign(use) && !seen.has(`${use.to} ${use.ref}`) && seen.add(`${use.to} ${use.ref}`))
}
