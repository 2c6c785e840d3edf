/**
 * Access: subjects, rules, grants and explanations for any resource. A resource declares its rights, its rows and the
 * grounds that give rights (`resource.ts`). This room knows no application and no file.
 */
export { accessProblems, type RuledDefinition } from './access-problems.ts'
export {
  type Access,
  type AccessParts,
  compileAccess,
  isVisibleTo,
  type RuleEntry,
} from './access-rules.ts'
export { type Authority, authorize, type Protected, protectedByRules, rowsFor } from './authorize.ts'
export { conditionProblem } from './condition-problem.ts'
export * from './errors.ts'

export { deleteGrantsOf } from './grants.store.ts'
export { grantsGround } from './grants-ground.ts'
export {
  type Ground,
  type Holder,
  type Reason,
  type RightsHolder,
  separateReasons,
} from './ground.ts'
export { namedGroups, namedIds } from './named-groups.ts'
export { type Grants, type ObjectAccess, ResourceAccess } from './object-access.ts'
export type { Rows } from './object-rights.store.ts'
export { inheritedGround, ownerGround } from './owner-grounds.store.ts'
export type { ObjectAddress, ObjectSet, Resource } from './resource.ts'
export { type FieldRight, type ResourceRights, type Right, rights } from './rights.ts'
export { anyFilter, everyFilter, type RowFilter, rowFilterSql } from './row-filter.ts'
export { type RuledRows, rulesGround } from './rules-ground.ts'
export { AccessSection, AccessSetting, VisibleTo } from './schemas.ts'
export { putSetting, type SettingRow, settingOf } from './settings.store.ts'
export { readSubject, readSubjects } from './subject.ts'
