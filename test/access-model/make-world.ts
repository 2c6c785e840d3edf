import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script, sql } from '../../src/foundation/db/sql.ts'
import { systemCaller } from '../../src/people/index.ts'
import type { Platform } from '../../src/platform/index.ts'
import { toEql } from './condition.ts'
import {
  type App,
  apps,
  type ElementRule,
  fields,
  kinds,
  linkOf,
  type Rules,
  type Said,
  sections,
  statuses,
  type World,
} from './world.ts'

/** Returns the caller who prepares the worlds: the administrator, who is not among the users of any world. */
async function builder(platform: Platform) {
  return systemCaller(await platform.context.people.administrator())
}

/** The SQL that empties the database. It disables the trigger and grants the right that deleting history needs. */
const clearing = `alter table element_history disable trigger user; grant delete on element_history to current_user;
  delete from element; delete from element_history; delete from access_grant; delete from group_member;
  delete from org_holder; delete from org_item; delete from user_group where not is_system`

/** Removes the previous world and creates a new one. Administrators' settings are stored at the start of each round. */
export async function makeWorld(platform: Platform, world: World, folder: string): Promise<void> {
  writeSolution(folder, world.definition)
  const by = await builder(platform)
  const { context, database } = platform
  await database.transaction((tx) => tx.rows(new Script(`${clearing}; delete from users where id <> '${by.userId}'`)))
  for (const code of ['g4', 'g5']) await context.people.groups.create(by, 'global', { __name: code, code })
  await context.apps.solutions.applyFolder(by, folder)
  await database.transaction(async (tx) => {
    // Removes the groups of the solution's files and the two created above. They only had to exist for the plan; the
    // world creates its own groups with these names, or none.
    await tx.rows(new Script('delete from user_group where not is_system'))
    await tx.rows(sql`
      insert into users (id, login, administrator, status, created_at, created_by, updated_at, updated_by)
      select u.id, u.id, u.administrator, case when u.blocked then 3 else 2 end, now(), u.id, now(), u.id
      from jsonb_to_recordset(${JSON.stringify(world.users)}::jsonb) u (id uuid, administrator boolean, blocked boolean)`)
    await tx.rows(sql`
      insert into org_item (id, kind, parent, name, created_at, created_by, updated_at, updated_by)
      select s.id, s.kind, s.parent, s.kind, now(), s.id, now(), s.id
      from jsonb_to_recordset(${JSON.stringify(world.seats)}::jsonb) s (id uuid, kind text, parent uuid)`)
    await tx.rows(sql`
      insert into org_holder (item, user_id, single)
      select s.id, h::uuid, s.kind = 'position'
      from jsonb_to_recordset(${JSON.stringify(world.seats)}::jsonb) s (id uuid, kind text, holders jsonb),
        jsonb_array_elements_text(s.holders) h`)
    await tx.rows(sql`
      insert into user_group (id, namespace, code, name, is_default, created_at, created_by, updated_at, updated_by)
      select g.id, split_part(g.path, '.', 1), split_part(g.path, '.', 2), g.path, g."isDefault", now(), g.id, now(), g.id
      from jsonb_to_recordset(${JSON.stringify(world.groups)}::jsonb) g (id uuid, path text, "isDefault" boolean)`)
    await tx.rows(sql`
      insert into group_member (group_id, member, kind, created_at, created_by)
      select g.id, m.id, coalesce((select case i.kind when 'department' then i.kind else 'position' end
          from org_item i where i.id = m.id),
        (select 'group' from user_group o where o.id = m.id), 'user'), now(), g.id
      from jsonb_to_recordset(${JSON.stringify(world.groups)}::jsonb) g (id uuid, members jsonb),
        lateral (select v::uuid as id from jsonb_array_elements_text(g.members) v) m`)
    await tx.rows(sql`
      insert into element (app, id, idx, status, directory, created_at, created_by, updated_at, updated_by,
        deleted_at, rev, status_history, subscribers, body)
      select a.id, r.id, place, r.status, r.folder, now(), r.author, now(), r.author,
        case when r.deleted then now() end, 1, '[]', '[]', r.values
      from rows from (jsonb_to_recordset(${JSON.stringify(world.rows)}::jsonb)
          as (id uuid, app text, author uuid, status int, folder uuid, deleted boolean, values jsonb))
          with ordinality r (id, app, author, status, folder, deleted, values, place)
        join application a on a.namespace || '.' || a.code = r.app`)
    await tx.rows(sql`
      update element_count c set writes = c.writes + 1, live = n.live, all_rows = n.every
      from (select app, slot, count(*) filter (where e.deleted_at is null and slot = 0) as live,
          count(*) filter (where slot = 0) as every
        from element_count join element e using (app) group by app, slot) n
      where c.app = n.app and c.slot = n.slot`)
  })
  for (const { app, row, subject, rights } of world.grants) {
    await context.apps.access.grants.put(by, { ...address(app), id: row }, subject, { rights: rights as 'view'[] })
  }
}

export function address(app: App): { namespace: string; code: string } {
  const [namespace, code] = app.split('.') as [string, string]
  return { namespace, code }
}

/** Stores the administrators' settings of a round. */
export async function putSettings(platform: Platform, setting: Rules): Promise<void> {
  const by = await builder(platform)
  const { settings } = platform.context.apps.access
  for (const section of sections) await settings.put(by, { namespace: section }, plain(setting.sections[section]))
  for (const app of apps) await settings.put(by, address(app), written(setting.apps[app], app))
}

function writeSolution(folder: string, definition: Rules): void {
  const write = (path: string, content: object) => writeFileSync(join(folder, path), JSON.stringify(content))
  for (const section of sections) {
    mkdirSync(join(folder, 'namespaces', section, 'apps'), { recursive: true })
    mkdirSync(join(folder, 'namespaces', section, 'groups'), { recursive: true })
  }
  for (const path of ['one.g0', 'one.g1', 'two.g2', 'two.g3', 'one.nobody']) {
    const [namespace, code] = path.split('.')
    write(`namespaces/${namespace}/groups/${code}.yaml`, { name: path })
  }
  write('solution.yaml', { code: 'model', name: 'Model', version: '1.0.0' })
  for (const section of sections)
    write(`namespaces/${section}/namespace.yaml`, { name: section, ...definition.sections[section] })
  for (const app of apps) {
    const { namespace, code } = address(app)
    write(`namespaces/${namespace}/apps/${code}.yaml`, {
      name: app,
      fields: fields.map((field) => ({ code: field, ...shapes[field], ...(field === 'link' && { to: linkOf[app] }) })),
      statuses: statuses.map((status, place) => ({ code: status, name: status, id: place + 1 })),
      ...(app === 'two.c' && { nameTemplate: '{$text}' }),
      access: written(definition.apps[app], app),
    })
  }
}

const shapes = {
  text: { type: 'string' },
  amount: { type: 'number' },
  kind: { type: 'category', values: kinds.map((code) => ({ code, name: code })) },
  owners: { type: 'user', array: true },
  seats: { type: 'org_item', array: true },
  roles: { type: 'role', array: true },
  link: { type: 'reference' },
}

/** Returns the rules of an application in the form of files and of the API. */
function written(said: Said, app: App) {
  const elements = (rules: readonly ElementRule[] | undefined) =>
    rules?.map(({ where, ...rule }) => ({ ...rule, where: where && toEql(where, app) }))
  return plain({
    ...said,
    elements: elements(said.elements),
    folders: said.folders?.map((one) => ({ ...one, elements: elements(one.elements) })),
  })
}

// biome-ignore lint/suspicious/noExplicitAny: the platform validates the value
const plain = (value: object): any => JSON.parse(JSON.stringify(value))
