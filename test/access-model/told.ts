import { type App, apps, folderIds, groupIds, rowId, rowsEach, seatIds, userIds, type World } from './world.ts'

/** Returns a short description of a world, without empty parts and with names in place of ids. */
export function told(world: World): string {
  let text = JSON.stringify(withoutEmpty(world))
  for (const [name, ids] of named) {
    for (const [place, id] of ids.entries()) text = text.replaceAll(id, `${name} ${place}`)
  }
  return text
}

const named: [string, string[]][] = [
  ['user', userIds],
  ['seat', seatIds],
  ['group', groupIds],
  ['folder', folderIds],
  ...apps.map((app: App): [string, string[]] => [
    app,
    Array.from({ length: rowsEach }, (_, place) => rowId(app, place)),
  ]),
]

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, one]) => [key, withoutEmpty(one)] as const)
  return Object.fromEntries(entries.filter(([, one]) => !empty.has(JSON.stringify(one))))
}

const empty: ReadonlySet<string | undefined> = new Set([undefined, 'null', 'false', '[]', '{}'])
