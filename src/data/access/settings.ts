import {
  type AccessSetting,
  accessInvalid,
  accessProblems,
  conditionProblem,
  namedGroups,
  namedIds,
  putSetting,
  type Right,
  type RuledRows,
  type SettingRow,
  settingOf,
} from '../../access/index.ts'
import { recordAudit } from '../../foundation/audit/index.ts'
import type { Database } from '../../foundation/db/database.ts'
import type { Clock } from '../../foundation/kit/clock.ts'
import { type Caller, missingSubjects } from '../../people/index.ts'
import { lockDefinitions, pathText, raiseCatalog } from '../../solutions/index.ts'
import type { Application } from '../applications/application.ts'
import type { ApplicationCatalog } from '../applications/application-catalog.ts'
import { ruledDefinition } from '../elements/source/name-template.ts'
import { applicationNotFound, namespaceNotFound } from '../errors.ts'

/** The path of a namespace, or of an application in it. */
export interface AccessPath {
  readonly namespace: string
  readonly code?: string
}

export interface AccessSettingView {
  /** The rules in the files of the solution; null when the files have none. */
  readonly definition: AccessSetting | null
  readonly setting: AccessSetting
  readonly updatedAt: string | null
  readonly updatedBy: string | null
}

/**
 * The administrators' access settings. The rules of a setting add to those of the definition, its `visibleTo`
 * replaces that of the definition. A setting survives a new version of the solution.
 */
export class AccessSettings {
  readonly #database: Database
  readonly #clock: Clock
  readonly #catalog: ApplicationCatalog
  /** Returns the access rules of an application, with the source for their conditions. */
  readonly #rulesOf: (application: Application) => RuledRows<Right>

  constructor(
    database: Database,
    clock: Clock,
    catalog: ApplicationCatalog,
    rulesOf: (application: Application) => RuledRows<Right>,
  ) {
    this.#database = database
    this.#clock = clock
    this.#catalog = catalog
    this.#rulesOf = rulesOf
  }

  async get(path: AccessPath): Promise<AccessSettingView> {
    const definition = this.#definitionOf(path)
    const row: Partial<SettingRow> = (await settingOf(this.#database.reader, textOf(path))) ?? {}
    const { setting = {}, updatedAt = null, updatedBy = null } = row
    return { definition, setting, updatedAt, updatedBy }
  }

  /** Replaces the whole setting; `{}` removes all its rules. */
  async put(caller: Caller, path: AccessPath, setting: AccessSetting): Promise<void> {
    this.#definitionOf(path)
    await this.#check(path, setting)
    await this.#database.transaction(async (tx) => {
      await lockDefinitions(tx)
      const before = (await settingOf(tx, textOf(path)))?.setting ?? {}
      await recordAudit(tx, caller, { object: `access:${textOf(path)}`, before, after: setting })
      await putSetting(tx, textOf(path), setting, { by: caller.userId, at: new Date(this.#clock.nowMs()) })
      await raiseCatalog(tx)
    })
    await this.#catalog.refresh()
  }

  #definitionOf({ namespace, code }: AccessPath): AccessSetting | null {
    if (code !== undefined) return this.#applicationOf(namespace, code).accessSection ?? null
    const found = this.#catalog.namespaces().find((one) => one.code === namespace)
    if (found === undefined) throw namespaceNotFound(`namespace "${namespace.slice(0, 100)}" not found`)
    return found.visibleTo === null ? null : { visibleTo: [...found.visibleTo] }
  }

  #applicationOf(namespace: string, code: string): Application {
    const found = this.#catalog.application(namespace, code)
    if (found !== undefined) return found
    throw applicationNotFound(`application "${`${namespace}.${code}`.slice(0, 200)}" not found`)
  }

  async #check({ namespace, code }: AccessPath, setting: AccessSetting): Promise<void> {
    if (code === undefined) {
      const other = Object.keys(setting).find((key) => key !== 'visibleTo')
      if (other !== undefined)
        throw accessInvalid(`a namespace accepts only "visibleTo", not "${other}"`, { field: other })
    }
    const application = code === undefined ? undefined : this.#applicationOf(namespace, code)
    const ruled = application ? ruledDefinition(application) : { fields: new Map() }
    const problems = [
      ...accessProblems(setting, ruled, 'setting').map(({ path, message }) => ({ path: pathText(path), message })),
      ...(application ? conditionProblems(setting, this.#rulesOf(application)) : []),
      ...(await subjectProblems(this.#database, setting)),
    ]
    const [first] = problems
    if (first !== undefined)
      throw accessInvalid(`${first.path}: ${first.message}`, { problems: problems.slice(0, 100) })
  }
}

const textOf = ({ namespace, code }: AccessPath): string => (code === undefined ? namespace : `${namespace}.${code}`)

interface Problem {
  readonly path: string
  readonly message: string
}

function conditionProblems(setting: AccessSetting, { source, setting: context }: RuledRows<Right>): Problem[] {
  const { find } = context()
  const lists = [
    { at: 'elements', rules: setting.elements ?? [] },
    ...(setting.folders ?? []).map(({ elements }, place) => ({
      at: `folders[${place}].elements`,
      rules: elements ?? [],
    })),
  ]
  return lists.flatMap(({ at, rules }) =>
    rules.flatMap(({ where }, place) => {
      const message = where === undefined ? undefined : conditionProblem(where, source, find)
      return message === undefined ? [] : [{ path: `${at}[${place}].where`, message }]
    }),
  )
}

async function subjectProblems(database: Database, setting: AccessSetting): Promise<Problem[]> {
  const [paths, ids] = [namedGroups(setting).map(({ path }) => path), namedIds(setting)]
  const missing = await missingSubjects(database.reader, { paths, ids })
  return missing.map((one) => ({
    path: 'to',
    message: `there is no user, group or item of the organisation chart "${one}"`,
  }))
}
