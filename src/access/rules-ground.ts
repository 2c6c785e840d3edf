import type { Person } from '../people/index.ts'
import { type Access, isVisibleTo, type Rule, type Ruled, type RuleEntry } from './access-rules.ts'
import { type ExplainContext, type Ground, type Holder, type Reason, type Reasons, separateReasons } from './ground.ts'
import { conditionOfRule, conditionOfRules } from './person-condition.ts'
import { gives, type ResourceRights } from './rights.ts'
import { conditionFilter, type RuleContext } from './row-filter.ts'
import { alwaysIncludes, type Subject } from './subject.ts'

/** Access rules, and the rows that they are about. */
export interface RuledRows<R extends string> extends RuleContext {
  readonly ruled: Ruled
  readonly access: Access
  readonly rights: ResourceRights<R>
  /** Returns a rule without the parts that the user who asks for an explanation may not read. */
  readonly redact?: ((entry: RuleEntry) => RuleEntry) | undefined
}

/** Creates the ground of access rules. */
export function rulesGround<R extends string>(holder: Holder, about: RuledRows<R>): Ground<R> {
  return {
    rows: (right) => conditionFilter(about, holder.persons, (person) => conditionOfRules(about, person, right)),
    explain: (context) => explainRules(holder, about, context),
  }
}

async function explainRules<R extends string>(
  { persons }: Holder,
  about: RuledRows<R>,
  context: ExplainContext<R>,
): Promise<Reasons> {
  const { ruled, access, rights, redact = (entry) => entry } = about
  const person = persons[0]
  if (person === undefined) return { because: [], but: [] }
  const reason = (by: Reason['by'], sentence: string): Reason => ({ by, from: 'definition', sentence })
  if (!isVisibleTo(access, person)) {
    const sentence = `${ruled.path}, or its namespace, is not visible to this user, so no rule applies`
    return { because: [], but: [reason('hidden', sentence)] }
  }
  if (access.rules === undefined) {
    const sentence = `${ruled.path} is not restricted: everyone may do everything`
    return { because: [reason('unrestricted', sentence)], but: [] }
  }
  const giving = access.rules.filter(({ may }) => gives(rights, may, context.right))
  return separateReasons(
    context,
    giving.map((rule) => ({
      rows: conditionFilter(about, persons, () => conditionOfRule(rule, about, person)),
      reason: {
        by: 'rule',
        from: rule.origin,
        sentence: sentenceOf({ ...rule, entry: redact(rule.entry) }, person, context.membershipPath),
      },
    })),
  )
}

type MembershipPath = ExplainContext<string>['membershipPath']

function sentenceOf({ entry, to, folder }: Rule, person: Person, membershipPath: MembershipPath): string {
  const where = entry.where === undefined ? '' : ` where ${entry.where}`
  const inFolder = folder === undefined ? '' : ` in the folder ${folder}`
  const rule = `${entry.to.join(', ')} may ${entry.may.join(', ')}${where}${inFolder}`
  const path = to
    .filter((subject) => alwaysIncludes(subject, person))
    .flatMap((subject) => {
      const name = nameOf(subject)
      return (name === undefined ? undefined : membershipPath(name)) ?? []
    })
  return path.length === 0 ? rule : `${rule} (${path.join(' ← ')})`
}

/** Returns the path or id of a subject; undefined for `everyone`, `author` and fields, which have no members. */
function nameOf(subject: Subject): string | undefined {
  if (subject.is === 'id') return subject.id
  return subject.is === 'group' ? subject.path : undefined
}
