import { type Catalog, type Definitions, definitionPath } from '../../../solutions/index.ts'
import { type DeployedTemplate, storedTemplates, type TemplateOfFile } from './stored-templates.ts'

/** A template that can be started, with its file. */
export interface LiveTemplate extends TemplateOfFile {
  readonly namespace: string
  readonly file: DeployedTemplate
}

/** The look-up of templates that are not retired. */
export interface TemplateCatalog {
  /** Returns the template at an address; undefined for an unknown or retired template. */
  find(namespace: string, code: string): LiveTemplate | undefined
  byId(id: string): LiveTemplate | undefined
  /** Returns the templates, ordered by namespace and code of their files. */
  all(): readonly LiveTemplate[]
  snapshot(): Definitions
  refresh(): Promise<void>
}

/** Adds look-ups of templates to a catalog. */
export function templateCatalog(catalog: Catalog): TemplateCatalog {
  const indexes = new WeakMap<Definitions, ReturnType<typeof indexOf>>()
  const current = () => {
    const snapshot = catalog.snapshot()
    const index = indexes.get(snapshot) ?? indexOf(snapshot)
    indexes.set(snapshot, index)
    return index
  }
  return {
    find: (namespace, code) => current().byPath.get(`${namespace}/${code}`),
    byId: (id) => current().byId.get(id),
    all: () => current().all,
    snapshot: catalog.snapshot,
    refresh: catalog.refresh,
  }
}

function indexOf(snapshot: Definitions) {
  const all = snapshot
    .of(storedTemplates)
    .flatMap((file) => file.templates.map((one): LiveTemplate => ({ ...one, namespace: file.namespace, file })))
  return {
    all,
    byPath: new Map(all.map((one) => [`${one.namespace}/${one.code}`, one])),
    byId: new Map(all.map((one) => [one.id, one])),
  }
}

/** Returns the path of a template, such as `docs.approve`. */
export const templatePath = ({ namespace, code }: Pick<LiveTemplate, 'namespace' | 'code'>): string =>
  definitionPath({ namespace, code })
