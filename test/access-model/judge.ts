import { type Eyes, holds } from './holds.ts'
import { standingOf } from './standing.ts'
import {
  type App,
  type Field,
  type FieldRule,
  type Right,
  type Row,
  rights,
  type Section,
  type Subject,
  statuses,
  type World,
} from './world.ts'

/** The state at one moment: the world, its present rows, and the round, which selects the administrators' settings. */
export interface Moment {
  readonly world: World
  readonly rows: readonly Row[]
  readonly round: number
}

/** The rights of a user, found by a plain reading of the rules: without SQL or precomputing, row by row. */
export interface Judge {
  readonly userId: string
  knows(app: App): boolean
  may(row: Row, right: Right): boolean
  /**
   * Returns whether the user may read or write a field of a row; without a row, whether this is possible for any row.
   */
  mayField(app: App, field: Field, right: 'read' | 'write', row?: Row): boolean
  readonly eyes: Eyes
}

export function judgeOf({ world, rows, round }: Moment, userId: string): Judge {
  const standing = standingOf(world, userId)
  const { administrator } = world.users.find(({ id }) => id === userId)!
  const { definition, grants } = world
  const { setting } = world.rounds[round]!
  const everything: Eyes = {
    userId,
    rows: (app) => rows.filter((row) => row.app === app),
    value: rawValue,
  }

  /** Returns whether the subjects of a rule include the user; without a row, whether they could for some row. */
  const speaks = (to: readonly Subject[], row?: Row): boolean =>
    to.some((subject) => {
      if (subject === 'everyone') return true
      if (subject === 'author') return row === undefined || row.author === userId
      if (subject.startsWith('$')) return row === undefined || isNamed(row.values[subject.slice(1) as Field])
      return subject.includes('.') ? standing.paths.has(subject.toLowerCase()) : standing.ids.has(subject)
    })
  const isNamed = (value: unknown): boolean =>
    ((value ?? []) as (string | { code: string })[]).some((one) =>
      standing.ids.has(typeof one === 'object' ? one.code : one),
    )

  const isLetIn = (app: App): boolean => {
    const section = app.split('.')[0] as Section
    const gates = [
      setting.sections[section].visibleTo ?? definition.sections[section].visibleTo,
      setting.apps[app].visibleTo ?? definition.apps[app].visibleTo,
    ]
    return gates.every((gate) => gate === undefined || speaks(gate))
  }

  const rulesOf = (app: App) => {
    const places = [definition.apps[app].elements, setting.apps[app].elements]
    const isOpen = places.every((place) => place === undefined)
    const general = isOpen ? [{ to: ['everyone'], may: rights }] : places.flatMap((place) => place ?? [])
    const folders = setting.apps[app].folders ?? []
    const closed = folders.filter(({ inherit }) => inherit === false).map(({ folder }) => folder)
    return [
      ...general.map((rule) => ({ rule, isAbout: (row: Row) => row.folder === null || !closed.includes(row.folder) })),
      ...folders.flatMap(({ folder, elements = [] }) =>
        elements.map((rule) => ({ rule, isAbout: (row: Row) => row.folder === folder })),
      ),
    ]
  }

  const isGranted = (row: Row, right: Right): boolean =>
    grants.some((grant) => grant.row === row.id && standing.ids.has(grant.subject) && gives(grant.rights, right))

  const knows = (app: App): boolean =>
    administrator ||
    // Any grant counts, even one that does not include the right to view.
    grants.some((grant) => grant.app === app && standing.ids.has(grant.subject)) ||
    (isLetIn(app) &&
      rulesOf(app).some(({ rule }) => (gives(rule.may, 'view') || rule.may.includes('create')) && speaks(rule.to)))

  const may = (row: Row, right: Right): boolean =>
    administrator ||
    isGranted(row, right) ||
    (isLetIn(row.app) &&
      rulesOf(row.app).some(
        ({ rule, isAbout }) =>
          gives(rule.may, right) &&
          isAbout(row) &&
          speaks(rule.to, row) &&
          (rule.where === undefined || holds(rule.where, row, everything)),
      ))

  const mayField: Judge['mayField'] = (app, field, right, row) => {
    const about = [definition, setting].flatMap((place) => place.apps[app].fields ?? [])
    const rules = about.filter((rule) => rule.fields.includes(field))
    if (administrator || rules.length === 0) return true
    const isNow = ({ statuses: codes }: FieldRule): boolean =>
      row === undefined || codes === undefined || codes.includes(statuses[row.status - 1]!)
    return rules.some(
      (rule) => (rule.may.includes('write') || rule.may.includes(right)) && isNow(rule) && speaks(rule.to, row),
    )
  }

  const eyes: Eyes = {
    userId,
    rows: (app) => everything.rows(app).filter((row) => may(row, 'view')),
    value: (row, code) =>
      code.startsWith('__') || mayField(row.app, code as Field, 'read', row) ? rawValue(row, code) : null,
  }
  return { userId, knows, may, mayField, eyes }
}

function gives(may: readonly Right[], right: Right): boolean {
  return (
    may.includes(right) || (right === 'view' && ['edit', 'delete', 'access'].some((one) => may.includes(one as Right)))
  )
}

function rawValue(row: Row, code: string): unknown {
  if (code === '__status') return row.status
  if (code === '__createdBy') return row.author
  return code === '__id' ? row.id : row.values[code as Field]
}
