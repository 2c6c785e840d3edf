import {
  type Access,
  type Authority,
  authorize,
  protectedByRules,
  type Right,
  type RightsHolder,
  type RuledRows,
} from '../access/index.ts'
import type { Clock } from '../foundation/kit/clock.ts'
import { didYouMean } from '../foundation/kit/nearest.ts'
import type { Caller } from '../people/index.ts'
import type { FindSource, Source } from '../query/index.ts'
import { type Application, applicationPath } from './applications/application.ts'
import type { ApplicationCatalog } from './applications/application-catalog.ts'
import { builtInApplication, builtInApplications } from './applications/built-in.ts'
import { elementRights } from './elements/rights/element-rights.ts'
import { withoutNumberField } from './elements/rights/number-field.ts'
import { elementSource } from './elements/source/element-source.ts'
import type {
  ApplicationAddress,
  KnownApplications,
  OpenApplication,
  OpenedApplication,
} from './elements/source/opened-application.ts'
import { applicationNotFound, applicationReadOnly } from './errors.ts'

type Open = (application: Application) => OpenedApplication

export interface OpenApplications {
  /** Opens an application that a solution defines. */
  readonly open: OpenApplication
  /** Opens an application for reading, including built-in ones. */
  readonly openToRead: OpenApplication
  readonly known: KnownApplications
  /**
   * Returns a lookup of the applications that a caller may read, limited to the elements and fields that the caller may
   * see.
   */
  readonly findFor: (caller: Caller) => FindSource
  /** Returns the access rules of an application, and the source of all its elements. */
  readonly rulesOf: (application: Application) => RuledRows<Right>
}

/**
 * Creates the functions that open an application. Only this module decides which parts of an application a caller can
 * reach.
 */
export function openApplications(catalog: ApplicationCatalog, clock: Clock): OpenApplications {
  const full = fullSources(catalog)
  // Callers are cached for less than a second. Until the next lookup of a caller, `caller.persons` is the same
  // object, so that object is the key of the cached view.
  const views = new WeakMap<object, Open>()
  const everything = {}

  function viewOf(caller: RightsHolder): Open {
    const key = caller.administrator ? everything : caller.persons
    let view = views.get(key)
    if (view === undefined) {
      view = makeView(caller)
      views.set(key, view)
    }
    return view
  }

  function makeView(caller: RightsHolder): Open {
    const kept = new Map<string, { application: Application; access: Access; opened: OpenedApplication }>()
    const find = finder(catalog, (application) => {
      const { authority, source } = open(application)
      return authority.knows ? source : undefined
    })
    const open: Open = (application) => {
      const access = catalog.access(application)
      const before = kept.get(application.id)
      if (before?.application === application && before.access === access) return before.opened
      const rules = rulesOf(application)
      const authority = withoutNumberField(application, authorize(caller, protectedByRules(rules)))
      const source = caller.administrator ? rules.source : elementSource(application, find, authority)
      const opened: OpenedApplication = {
        application,
        visible: visibleOf(application, authority),
        source,
        find,
        authority,
        isAdministrator: caller.administrator,
      }
      kept.set(application.id, { application, access, opened })
      return opened
    }
    return open
  }

  function rulesOf(application: Application): RuledRows<Right> {
    const { id, fields, statuses } = application
    return {
      ruled: { id, path: applicationPath(application), fields, statuses },
      access: catalog.access(application),
      rights: elementRights,
      source: full.of(application),
      setting: () => ({ find: full.find, nowMs: clock.nowMs() }),
    }
  }

  const known: KnownApplications = (caller) => {
    const open = viewOf(caller)
    return catalog.applications().filter((one) => open(one).authority.knows)
  }
  const openToRead: OpenApplication = (caller, address) => openBuiltIn(caller, address) ?? open(caller, address)
  const open: OpenApplication = (caller, { namespace, code }) => {
    const builtIn = builtInApplication({ namespace, code })
    if (builtIn) throw readOnly(builtIn.application)
    const application = catalog.application(namespace, code)
    const opened = application && viewOf(caller)(application)
    if (opened?.authority.knows) return opened
    const path = `${namespace}.${code}`.slice(0, 200)
    const paths = [...known(caller), ...builtInApplications.map(({ application }) => application)].map(applicationPath)
    throw applicationNotFound(`application "${path}" not found${didYouMean(path, paths)}`)
  }
  const findFor = (caller: Caller): FindSource =>
    finder(catalog, (application) => {
      const { authority, source } = viewOf(caller)(application)
      return authority.knows ? source : undefined
    })
  function openBuiltIn(caller: Caller, address: ApplicationAddress): OpenedApplication | undefined {
    const found = builtInApplication(address)
    if (found === undefined) return undefined
    return {
      ...found,
      visible: found.application,
      find: findFor(caller),
      authority: readOnlyAuthority,
      isAdministrator: false,
    }
  }
  return { open, openToRead, known, rulesOf, findFor }
}

const readOnlyAuthority: Authority = {
  knows: true,
  rows: (right) => right === 'view' || right === 'export',
  field: (_code, right) => right === 'read',
}

function readOnly(application: Application): Error {
  const path = applicationPath(application)
  return applicationReadOnly(
    `${path} is built in: its elements can only be listed and read here; administrators change users with /api/v1/users`,
  )
}

/**
 * Returns the sources of all elements of each application, regardless of the caller; used for administrators and for
 * the conditions of rules.
 */
function fullSources(catalog: ApplicationCatalog) {
  // The catalog keeps the same application object until the definition changes.
  const sources = new WeakMap<Application, Source>()
  const find = finder(catalog, of)
  function of(application: Application): Source {
    let source = sources.get(application)
    if (source === undefined) {
      source = elementSource(application, find)
      sources.set(application, source)
    }
    return source
  }
  return { of, find }
}

function finder(catalog: ApplicationCatalog, sourceOf: (application: Application) => Source | undefined): FindSource {
  return (namespace, code) => {
    const builtIn = builtInApplication({ namespace, code })
    if (builtIn) return builtIn.source
    const application = catalog.application(namespace, code)
    return application && sourceOf(application)
  }
}

/**
 * Returns the application without the fields that do not exist for the caller, and without the unique keys that contain
 * such a field.
 */
function visibleOf(application: Application, authority: Authority): Application {
  const fields = [...application.fields].filter(([code]) => authority.field(code, 'read') !== false)
  if (fields.length === application.fields.size) return application
  const visible = new Map(fields)
  return {
    ...application,
    fields: visible,
    uniqueKeys: application.uniqueKeys.filter((codes) => codes.every((code) => visible.has(code))),
  }
}
