import {
  type Access,
  accessTo,
  type Grants,
  isVisibleTo,
  type ObjectAccess,
  readSubjects,
} from '../../../access/index.ts'
import { namespaceKind, visibilityOf } from '../../../data/index.ts'
import type { Caller, Person } from '../../../people/index.ts'
import { type Address, definitionPath, sectionOf } from '../../../solutions/index.ts'
import { compareModels, type ModelDifference } from '../../engine/index.ts'
import { type CheckByHand, createCheckByHand } from './check-by-hand.ts'
import { createDrafts, type Drafts } from './drafts.ts'
import { processNotAllowed, processNotFound } from './errors.ts'
import { notFoundFor } from './not-found.ts'
import { createPrograms, type Programs } from './programs.ts'
import { createPublish, type PublishDeps, type PublishedFile, type PublishResult } from './publish-by-hand.ts'
import { createRetire, type Retire } from './retire.ts'
import { type InstanceCounts, instanceCounts } from './rows/template-counts.store.ts'
import { templateId } from './stored-templates.ts'
import { type LiveTemplate, type TemplateCatalog, templateCatalog } from './template-catalog.ts'
import { createTemplateAccess, type TemplateAccess } from './template-resource.ts'
import { type TemplateAction, type TemplateRight, templateRights } from './template-settings.ts'
import { fileOfVersion, templateIds, type VersionView, versionsOf } from './templates.store.ts'

/** Process templates: publishing, look-ups and access. */
export interface Templates {
  /**
   * Publishes a BPMN file by hand. An unchanged file creates no new version. Throws `process.invalid` with every
   * problem, and a 404 for an unknown namespace or application.
   */
  publish(caller: Caller, address: Address, file: PublishedFile): Promise<PublishResult>
  /** Checks a BPMN file as `publish` would, and changes nothing. */
  readonly check: CheckByHand
  readonly drafts: Drafts
  /** Retires a process that was published by hand. Its instances continue, and no new instance can be started. */
  readonly retire: Retire
  /**
   * Returns the template if the caller has the right. Throws `process.not_found`, or `process.not_allowed` if the
   * caller may see the template.
   */
  open(caller: Caller, address: Address, right: TemplateAction): Promise<LiveTemplate>
  /** Returns whether the caller has the right to a template. */
  may(caller: Caller, template: LiveTemplate, right: TemplateAction): Promise<boolean>
  /** Returns the templates to which the caller has at least one right, ordered by namespace and code. */
  visible(caller: Caller): Promise<readonly LiveTemplate[]>
  /** Returns the versions of a template, newest first. */
  versions(caller: Caller, address: Address): Promise<readonly VersionView[]>
  /** Returns the BPMN file of a version. */
  bpmn(caller: Caller, address: Address, version: number): Promise<Uint8Array>
  /** Returns how the elements of a version differ from those of another version. */
  difference(caller: Caller, address: Address, versions: ComparedVersions): Promise<ModelDifference>
  /** Returns a template that the caller may start or view. Throws `process.not_found`. */
  describe(caller: Caller, address: Address): Promise<TemplateView>
  describeAll(caller: Caller): Promise<readonly TemplateView[]>
  /** Grants for single templates. */
  readonly grants: Grants<TemplateAction, Address>
  readonly programs: Programs
  readonly catalog: TemplateCatalog
  readonly access: TemplateAccess & ObjectAccess<TemplateAction, object>
}

export interface ComparedVersions {
  readonly version: number
  /** Version to compare with. */
  readonly from: number
}

export interface TemplatesDeps extends PublishDeps {
  /** Called after the commit of a change of grants. */
  readonly granted?: () => void
}

/** A template in the form of the management API. */
export type TemplateView = ReturnType<typeof viewOf> & {
  /** Numbers of instances; null when the caller may not view all instances. */
  readonly counts: InstanceCounts | null
}

function viewOf({ id, namespace, code, name, process, file }: LiveTemplate, rights: readonly TemplateRight[]) {
  const { code: ofFile, version, solution, hash, settings, createdAt, createdBy, updatedAt, updatedBy } = file
  const { description = '' } = settings
  const texts = settings.texts?.[file.language ?? ''] ?? {}
  const about = { id, namespace, code, name, file: ofFile, process, version, solution: solution || null, hash }
  return { ...about, description, texts, rights, createdAt, createdBy, updatedAt, updatedBy }
}

export function createTemplates(deps: TemplatesDeps): Templates {
  const { database, clock, apps, granted } = deps
  const catalog = templateCatalog(apps.catalog)
  const isInVisibleNamespace = (template: LiveTemplate, person: Person): boolean => {
    const section = sectionOf(template.namespace)
    const namespace = catalog
      .snapshot()
      .of(namespaceKind)
      .find(({ code }) => code === section)
    const to = namespace && visibilityOf(namespace)
    return to === undefined || isVisibleTo({ visibleTo: [readSubjects(to)] } as Pick<Access, 'visibleTo'>, person)
  }
  const { readableElements } = apps
  const access = createTemplateAccess({ catalog, isInVisibleNamespace, readableElements })

  /** Returns the ids of the templates to which the caller has one of the rights. */
  async function idsOf(caller: Caller, rights: readonly TemplateAction[]): Promise<ReadonlySet<string>> {
    const authority = access.authority(caller)
    return templateIds(
      database.single,
      rights.map((right) => authority.rows(right)),
    )
  }

  /** Returns the templates that the caller may start or view, each with the caller's rights. */
  async function describe(caller: Caller): Promise<ReturnType<typeof viewOf>[]> {
    if (caller.administrator) return catalog.all().map((one) => viewOf(one, templateRights))
    const byRight = new Map<TemplateRight, ReadonlySet<string>>()
    for (const right of templateRights) byRight.set(right, await idsOf(caller, [right]))
    return catalog.all().flatMap((one) => {
      const rights = templateRights.filter((right) => byRight.get(right)!.has(one.id))
      return rights.length > 0 ? [viewOf(one, rights)] : []
    })
  }

  async function counted(caller: Caller, views: readonly ReturnType<typeof viewOf>[]): Promise<TemplateView[]> {
    const viewed = caller.administrator ? undefined : await idsOf(caller, ['viewAll'])
    const ids = views.map(({ id }) => id).filter((id) => viewed?.has(id) ?? true)
    const counts = await instanceCounts(database.reader, ids)
    return views.map((view) => ({ ...view, counts: counts.get(view.id) ?? null }))
  }

  const notFound = (caller: Caller, address: Address): Error =>
    notFoundFor(caller.administrator ? catalog.all() : [], address)

  const may = async (caller: Caller, template: LiveTemplate, right: TemplateAction): Promise<boolean> =>
    access.ruled(caller, template, right) || (await idsOf(caller, [right])).has(template.id)

  async function open(caller: Caller, { namespace, code }: Address, right: TemplateAction): Promise<LiveTemplate> {
    const found = catalog.find(namespace, code)
    const address = { namespace, code }
    if (found === undefined) throw notFound(caller, address)
    if (await may(caller, found, right)) return found
    if ((await idsOf(caller, ['start', 'view'])).has(found.id)) {
      const what = right === 'viewAll' ? 'may not see all instances of' : `lack the right "${right}" to`
      throw processNotAllowed(`you ${what} the process "${definitionPath(address)}"`)
    }
    throw notFound(caller, address)
  }

  async function fileOf(address: Address, id: string, version: number): Promise<Uint8Array> {
    const isKnown = Number.isSafeInteger(version) && version < 2 ** 31
    const bytes = isKnown ? await fileOfVersion(database.reader, id, version) : undefined
    if (bytes === undefined) throw processNotFound(`process "${definitionPath(address)}" has no version ${version}`)
    return bytes
  }

  const objectAccess = accessTo({ database, clock, granted }, access.resource)
  const { grants } = objectAccess

  return {
    catalog,
    programs: createPrograms(catalog),
    access: { ...access, ...objectAccess },
    open,
    may,
    async visible(caller) {
      const ids = caller.administrator ? undefined : await idsOf(caller, ['start', 'view'])
      return catalog.all().filter(({ id }) => ids?.has(id) ?? true)
    },
    async describe(caller, address) {
      const found = (await describe(caller)).find(
        ({ namespace, code }) => namespace === address.namespace && code === address.code,
      )
      if (found === undefined) throw notFound(caller, address)
      return (await counted(caller, [found]))[0]!
    },
    describeAll: async (caller) => counted(caller, await describe(caller)),
    grants: {
      list: (caller, address) => grants.list(caller, { id: templateId(address) }),
      put: (caller, address, subject, given) => grants.put(caller, { id: templateId(address) }, subject, given),
      remove: (caller, address, subject) => grants.remove(caller, { id: templateId(address) }, subject),
    },
    async versions(caller, address) {
      const template = await open(caller, address, 'view')
      const versions = await versionsOf(database.reader, template.id)
      if (await may(caller, template, 'viewAll')) return versions
      return versions.map((one) => ({ ...one, active: null }))
    },
    async bpmn(caller, address, version) {
      const { id } = await open(caller, address, 'view')
      return fileOf(address, id, version)
    },
    async difference(caller, address, { version, from }) {
      const { id } = await open(caller, address, 'view')
      return compareModels(await fileOf(address, id, from), await fileOf(address, id, version))
    },
    check: createCheckByHand(deps, catalog),
    drafts: createDrafts(deps),
    publish: createPublish(deps, catalog),
    retire: createRetire(deps, catalog),
  }
}
