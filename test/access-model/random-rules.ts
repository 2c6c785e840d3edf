import fc from 'fast-check'
import { conditions } from './condition.ts'
import { groupPaths, someOf, sometimes } from './random-people.ts'
import {
  type App,
  type ElementRule,
  type FieldRule,
  fields,
  folderIds,
  groupIds,
  type Rules,
  rights,
  type Said,
  type Subject,
  seatIds,
  statuses,
  userIds,
} from './world.ts'

const byPath = fc.constantFrom(...groupPaths, ...groupPaths, 'global.all_users', 'global.administrators')
const byId = fc.constantFrom(...userIds, ...groupIds, ...seatIds)
const ofElement = fc.constantFrom('author', '$owners', '$seats', '$roles')
/** A group that does not exist. Only definitions can name it, because settings are checked when they are stored. */
const nobody = fc.constant('one.nobody')
const everyone = fc.constant('everyone')

const subjects = (isByHand: boolean): fc.Arbitrary<Subject[]> => {
  const subject = fc.oneof(
    { arbitrary: everyone, weight: 2 },
    { arbitrary: ofElement, weight: 5 },
    { arbitrary: byPath, weight: 5 },
    isByHand ? { arbitrary: byId, weight: 3 } : { arbitrary: nobody, weight: 1 },
  )
  return fc.uniqueArray(subject, { minLength: 1, maxLength: 2 })
}

const gate = (isByHand: boolean) =>
  sometimes(
    12,
    fc.uniqueArray(
      fc.oneof(
        { arbitrary: everyone, weight: 1 },
        { arbitrary: byPath, weight: 5 },
        isByHand ? { arbitrary: byId, weight: 4 } : { arbitrary: nobody, weight: 1 },
      ),
      { maxLength: 4 },
    ),
  )

const elementRule = (isByHand: boolean): fc.Arbitrary<ElementRule> =>
  fc.record({ to: subjects(isByHand), may: someOf(rights, 4, 1), where: sometimes(55, conditions) })

const fieldRule = (app: App, isByHand: boolean): fc.Arbitrary<FieldRule> =>
  fc.record({
    // The field `text` of two.c is part of its elements' names, which everyone reads.
    fields: someOf(app === 'two.c' ? fields.slice(1) : fields, 3, 1),
    to: subjects(isByHand),
    may: fc.constantFrom<('read' | 'write')[]>(['read'], ['write'], ['read', 'write']),
    statuses: sometimes(45, someOf(statuses, 2, 1)),
  })

const folders = fc.uniqueArray(
  fc.record({
    folder: fc.constantFrom(...folderIds.slice(0, 2)),
    inherit: fc.constantFrom(undefined, true, false, false),
    elements: sometimes(80, fc.array(elementRule(true), { maxLength: 2 })),
  }),
  { selector: ({ folder }) => folder, minLength: 1, maxLength: 2 },
)

const said = (app: App, isByHand: boolean): fc.Arbitrary<Said> =>
  fc.record({
    visibleTo: gate(isByHand),
    elements: sometimes(isByHand ? 40 : 65, fc.array(elementRule(isByHand), { maxLength: 6, size: '+1' })),
    fields: sometimes(isByHand ? 35 : 60, fc.array(fieldRule(app, isByHand), { maxLength: 5, size: '+1' })),
    folders: isByHand ? sometimes(40, folders) : fc.constant(undefined),
  })

/** Generates rules of definitions or, with `isByHand`, rules of administrators, who can also name ids and folders. */
export const rules = (isByHand: boolean): fc.Arbitrary<Rules> => {
  const section = fc.record({ visibleTo: gate(isByHand) })
  return fc.record({
    sections: fc.record({ one: section, two: section }),
    apps: fc.record({
      'one.a': said('one.a', isByHand),
      'one.b': said('one.b', isByHand),
      'two.c': said('two.c', isByHand),
    }),
  })
}
