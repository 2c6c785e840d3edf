import type { Answer, Call } from './requests.ts'

/** The file `people.yaml` of the sample. */
export interface PeopleFile {
  readonly users: readonly { readonly login: string; readonly blocked?: boolean }[]
  readonly chart: ChartItem
  readonly groups: Readonly<Record<string, readonly string[]>>
  readonly substitutions: readonly {
    readonly principal: string
    readonly substitute: string
    readonly kind: string
    readonly applications?: readonly string[]
  }[]
}

interface ChartItem {
  readonly kind: string
  readonly name: string
  readonly code: string
  readonly holder?: string
  readonly items?: readonly ChartItem[]
}

/**
 * Creates the users, the organisation chart, the members of groups and the substitutions that do not exist yet. Returns
 * the ids of the users by their logins.
 */
export async function createPeople(call: Call, file: PeopleFile): Promise<ReadonlyMap<string, string>> {
  const ids = await usersByLogin(call)
  for (const { blocked, ...user } of file.users)
    if (!ids.has(user.login)) ids.set(user.login, (await call('POST', '/api/v1/users', user)).id)
  await createChart(call, file.chart, ids)
  const groups = await groupsByPath(call)
  for (const [path, logins] of Object.entries(file.groups))
    await call('POST', `/pub/v1/scheme/groups/${groups.get(path)}/add-items`, idsOf(ids, logins) as object)
  const { result: substitutions } = await call('GET', '/api/v1/substitutions')
  // Substitutions are created in the order of the file, so the first `total` of them exist already.
  for (const { principal, substitute, ...rest } of file.substitutions.slice(substitutions.total)) {
    const [of, by] = idsOf(ids, [principal, substitute])
    await call('POST', '/api/v1/substitutions', { principal: of, substitute: by, ...rest })
  }
  return ids
}

/** Blocks the users that the file marks as blocked. Until then, these users can hold tasks and be authors. */
export async function blockPeople(call: Call, { users }: PeopleFile, ids: ReadonlyMap<string, string>): Promise<void> {
  for (const { login, blocked } of users)
    if (blocked === true) await call('POST', `/api/v1/users/${ids.get(login)}/block`)
}

async function createChart(call: Call, root: ChartItem, ids: ReadonlyMap<string, string>): Promise<void> {
  const { items: known } = await call('GET', '/api/v1/org-items')
  const create = async ({ items = [], holder, ...item }: ChartItem, parent?: string): Promise<void> => {
    const found = known.find(({ code }: Answer) => code === item.code)
    const body = {
      ...item,
      ...(holder !== undefined && { holders: idsOf(ids, [holder]) }),
      ...(parent !== undefined && { parent }),
    }
    const id = found?.id ?? (await call('POST', '/api/v1/org-items', body)).id
    for (const below of items) await create(below, id)
  }
  await create(root)
}

async function usersByLogin(call: Call): Promise<Map<string, string>> {
  const { result } = await call('POST', '/pub/v1/user/list', { size: 1000 })
  return new Map(result.result.map(({ login, __id }: Answer) => [login, __id]))
}

/** Returns the ids of groups by their paths, such as `docs.registrars`. */
export async function groupsByPath(call: Call): Promise<ReadonlyMap<string, string>> {
  const { result } = await call('POST', '/pub/v1/scheme/groups/list', { size: 1000 })
  return new Map(result.result.map(({ namespace, code, __id }: Answer) => [`${namespace}.${code}`, __id]))
}

const idsOf = (ids: ReadonlyMap<string, string>, logins: readonly string[]): string[] =>
  logins.map((login) => ids.get(login)!)
