import {
  type Access,
  type Grants,
  isVisibleTo,
  type ObjectAccess,
  ResourceAccess,
  readSubjects,
} from '../../../access/index.ts'
import { namespaceKind, visibilityOf } from '../../../data/index.ts'
import type { Caller, Person } from '../../../people/index.ts'
import { type Address, definitionPath, sectionOf } from '../../../solutions/index.ts'
import { compareModels, type ModelDifference } from '../../engine/index.ts'
import { createDrafts, type Drafts } from './drafts.ts'
import { notFoundFor, processNotAllowed, processNotFound } from './errors.ts'
import { createPrograms, type Programs } from './programs.ts'
import {
  type CheckByHand,
  createCheckByHand,
  createPublish,
  type PublishDeps,
  type PublishedFile,
  type PublishResult,
} from './publish-by-hand.ts'
import { createRetire, type Retire } from './retire.ts'
import { type InstanceCounts, instanceCounts } from './rows/template-counts.store.ts'
import { templateId } from './stored-templates.ts'
import { type LiveTemplate, type TemplateCatalog, templateCatalog } from './template-catalog.ts'
import { createTemplateAccess, type TemplateAccess } from './template-resource.ts'
import { type TemplateAction, type TemplateRight, templateRights } from './template-settings.ts'
import { fileOfVersion, templateIds, type VersionView, versionsOf } from './templates.store.ts'

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

/** Process templates: publishing, look-ups and access. */
export class Templates {
  readonly catalog: TemplateCatalog
  readonly programs: Programs
  readonly access: TemplateAccess & ObjectAccess<TemplateAction, object>
  /** Grants for single templates. */
  readonly grants: Grants<TemplateAction, Address> = {
    list: (caller, address) => this.access.grants.list(caller, { id: templateId(address) }),
    put: (caller, address, subject, given) =>
      this.access.grants.put(caller, { id: templateId(address) }, subject, given),
    remove: (caller, address, subject) => this.access.grants.remove(caller, { id: templateId(address) }, subject),
  }
  /** Checks a BPMN file as `publish` would, and changes nothing. */
  readonly check: CheckByHand
  readonly drafts: Drafts
  /**
   * Publishes a BPMN file by hand. An unchanged file creates no new version. Throws `process.invalid` with the
   * problems of the file, and a 404 for an unknown namespace or application.
   */
  readonly publish: (caller: Caller, address: Address, file: PublishedFile) => Promise<PublishResult>
  /** Retires a process that was published by hand. Its instances continue, and no new instance can be started. */
  readonly retire: Retire
  readonly #deps: TemplatesDeps

  constructor(deps: TemplatesDeps) {
    this.#deps = deps
    const { database, clock, apps, granted } = deps
    this.catalog = templateCatalog(apps.catalog)
    const access = createTemplateAccess({
      catalog: this.catalog,
      isInVisibleNamespace: (template, person) => this.#isInVisibleNamespace(template, person),
      readableElements: apps.readableElements,
    })
    this.access = Object.assign(new ResourceAccess({ database, clock, granted }, access.resource), access)
    this.programs = createPrograms(this.catalog)
    this.check = createCheckByHand(deps, this.catalog)
    this.drafts = createDrafts(deps)
    this.publish = createPublish(deps, this.catalog)
    this.retire = createRetire(deps, this.catalog)
  }

  /**
   * Returns the template if the caller has the right. Throws `process.not_found`, or `process.not_allowed` if the
   * caller may see the template.
   */
  async open(caller: Caller, { namespace, code }: Address, right: TemplateAction): Promise<LiveTemplate> {
    const found = this.catalog.find(namespace, code)
    const address = { namespace, code }
    if (found === undefined) throw this.#notFound(caller, address)
    if (await this.may(caller, found, right)) return found
    if ((await this.#idsOf(caller, templateRights)).has(found.id)) {
      const what = right === 'viewAll' ? 'may not see all instances of' : `lack the right "${right}" to`
      throw processNotAllowed(`you ${what} the process "${definitionPath(address)}"`)
    }
    throw this.#notFound(caller, address)
  }

  /** Returns whether the caller has the right to a template. */
  async may(caller: Caller, template: LiveTemplate, right: TemplateAction): Promise<boolean> {
    return this.access.ruled(caller, template, right) || (await this.#idsOf(caller, [right])).has(template.id)
  }

  /** Returns the templates that the caller may start or view, ordered by namespace and code of their files. */
  async visible(caller: Caller): Promise<readonly LiveTemplate[]> {
    const ids = caller.administrator ? undefined : await this.#idsOf(caller, ['start', 'view'])
    return this.catalog.all().filter(({ id }) => ids?.has(id) ?? true)
  }

  /** Returns the versions of a template, newest first. */
  async versions(caller: Caller, address: Address): Promise<readonly VersionView[]> {
    const template = await this.open(caller, address, 'view')
    const versions = await versionsOf(this.#deps.database.reader, template.id)
    if (await this.may(caller, template, 'viewAll')) return versions
    return versions.map((one) => ({ ...one, active: null }))
  }

  /** Returns the BPMN file of a version. */
  async bpmn(caller: Caller, address: Address, version: number): Promise<Uint8Array> {
    const { id } = await this.open(caller, address, 'view')
    return this.#fileOf(address, id, version)
  }

  /** Returns how the elements of a version differ from those of another version. */
  async difference(caller: Caller, address: Address, { version, from }: ComparedVersions): Promise<ModelDifference> {
    const { id } = await this.open(caller, address, 'view')
    return compareModels(await this.#fileOf(address, id, from), await this.#fileOf(address, id, version))
  }

  /** Returns a template to which the caller has a right. Throws `process.not_found`. */
  async describe(caller: Caller, address: Address): Promise<TemplateView> {
    const found = (await this.#describe(caller)).find(
      ({ namespace, code }) => namespace === address.namespace && code === address.code,
    )
    if (found === undefined) throw this.#notFound(caller, address)
    return (await this.#counted(caller, [found]))[0]!
  }

  async describeAll(caller: Caller): Promise<readonly TemplateView[]> {
    return this.#counted(caller, await this.#describe(caller))
  }

  #isInVisibleNamespace(template: LiveTemplate, person: Person): boolean {
    const section = sectionOf(template.namespace)
    const namespace = this.catalog
      .snapshot()
      .of(namespaceKind)
      .find(({ code }) => code === section)
    const to = namespace && visibilityOf(namespace)
    return to === undefined || isVisibleTo({ visibleTo: [readSubjects(to)] } as Pick<Access, 'visibleTo'>, person)
  }

  /** Returns the ids of the templates to which the caller has one of the rights. */
  async #idsOf(caller: Caller, rights: readonly TemplateAction[]): Promise<ReadonlySet<string>> {
    const authority = this.access.authority(caller)
    return templateIds(
      this.#deps.database.single,
      rights.map((right) => authority.rows(right)),
    )
  }

  /** Returns the templates to which the caller has a right, each with the caller's rights. */
  async #describe(caller: Caller): Promise<ReturnType<typeof viewOf>[]> {
    if (caller.administrator) return this.catalog.all().map((one) => viewOf(one, templateRights))
    const byRight = new Map<TemplateRight, ReadonlySet<string>>()
    for (const right of templateRights) byRight.set(right, await this.#idsOf(caller, [right]))
    return this.catalog.all().flatMap((one) => {
      const rights = templateRights.filter((right) => byRight.get(right)!.has(one.id))
      return rights.length > 0 ? [viewOf(one, rights)] : []
    })
  }

  async #counted(caller: Caller, views: readonly ReturnType<typeof viewOf>[]): Promise<TemplateView[]> {
    const viewed = caller.administrator ? undefined : await this.#idsOf(caller, ['viewAll'])
    const ids = views.map(({ id }) => id).filter((id) => viewed?.has(id) ?? true)
    const counts = await instanceCounts(this.#deps.database.reader, ids)
    return views.map((view) => ({ ...view, counts: counts.get(view.id) ?? null }))
  }

  #notFound(caller: Caller, address: Address): Error {
    return notFoundFor(caller.administrator ? this.catalog.all() : [], address)
  }

  async #fileOf(address: Address, id: string, version: number): Promise<Uint8Array> {
    const isKnown = Number.isSafeInteger(version) && version < 2 ** 31
    const bytes = isKnown ? await fileOfVersion(this.#deps.database.reader, id, version) : undefined
    if (bytes === undefined) throw processNotFound(`process "${definitionPath(address)}" has no version ${version}`)
    return bytes
  }
}
