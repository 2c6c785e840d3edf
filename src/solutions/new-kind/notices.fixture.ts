import { isDeepStrictEqual } from 'node:util'
import { type Static, Type } from 'typebox'
import type { Database } from '../../foundation/db/database.ts'
import { sql } from '../../foundation/db/sql.ts'
import { phrasesOf } from '../../foundation/kit/phrase.ts'
import {
  type DefinitionKind,
  type DefinitionRow,
  type Deployed,
  type Draft,
  definitionPath,
  type KindPlan,
  type PlanContext,
  type Step,
  stamps,
  title,
} from '../index.ts'

const NoticeFile = Type.Object(
  {
    name: title('Title of the notice.'),
    text: Type.Optional(Type.String({ maxLength: 1000, description: 'Text of the notice.' })),
    group: Type.Optional(Type.String({ description: 'Path of the group that sees the notice.' })),
  },
  { additionalProperties: false, title: 'Notice' },
)
type NoticeFile = Static<typeof NoticeFile>

const phrase = phrasesOf({
  adds: 'adds the notice {0} "{1}"',
  changes: 'changes the notice {0}',
  removes: 'removes the notice {0}',
  changedByHand: 'the notice {0} has another text',
})

interface Content {
  readonly name: string
  readonly text: string
  readonly group: string | null
}

interface NoticeDraft extends Draft {
  readonly content: Content
}

interface Notice extends Deployed {
  /** The content as it was last applied. */
  readonly content: Content
  /** The text, which people may have changed by hand. */
  readonly text: string
}

interface NoticeRow extends DefinitionRow {
  readonly content: Content
  readonly text: string
}

/** Creates the table that a migration of the kind would create. */
export async function createNoticeTable(database: Database): Promise<void> {
  await database.single.rows(sql`create table notice (namespace text, code text, solution text not null,
    content jsonb not null, text text not null, created_at timestamptz not null, created_by uuid not null,
    updated_at timestamptz not null, updated_by uuid not null, primary key (namespace, code))`)
}

/** A small new kind of definition for tests: notices, whose text people may change by hand. */
export const noticeKind: DefinitionKind<NoticeDraft, Notice> = {
  word: 'notice',
  rows: sql`(select coalesce(json_agg(jsonb_build_object('namespace', namespace, 'code', code, 'solution', solution,
    'content', content, 'text', text, ${stamps}) order by namespace, code), '[]') from notice)`,
  compile: (row: NoticeRow) => Object.freeze({ ...row, name: row.content.name }),
  file: {
    path: 'namespaces/{namespace}/notices/{code}.yaml',
    title: 'a notice',
    codes: /^[a-z]+$/,
    maxLength: 20,
    reserved: ({ code }) => (code === 'latest' ? 'the notice code "latest" is reserved' : undefined),
  },
  schema: NoticeFile,
  read({ value, at }, address) {
    const { name, text = '', group = null } = value as NoticeFile
    const references = group === null ? [] : [{ to: 'group', path: group, place: at(['group']) }]
    return { ...address, content: { name, text, group }, references }
  },
  plan: planNotices,
  drift: async (_reader, content) =>
    content
      .of(noticeKind)
      .filter((notice) => notice.text !== notice.content.text)
      .map((notice) => {
        const path = definitionPath(notice)
        return { kind: 'changed', what: 'notice', path, sentence: phrase('changedByHand', path) }
      }),
  toFile: ({ content: { name, text, group } }) => ({ name, ...(text !== '' && { text }), ...(group && { group }) }),
  uses: ({ content: { group }, ...notice }) =>
    group === null ? [] : [{ to: 'group', path: definitionPath(notice), ref: group }],
}

function planNotices({ solution, drafts, deployed }: PlanContext<NoticeDraft, Notice>): KindPlan {
  const changed = drafts.flatMap((draft) => {
    const step = stepOf(draft, deployed)
    return step === undefined ? [] : [{ draft, step }]
  })
  const removed = deployed.filter(
    (notice) =>
      notice.solution === solution.code && !drafts.some((one) => definitionPath(one) === definitionPath(notice)),
  )
  const removal = (notice: Notice): Step => {
    const path = definitionPath(notice)
    return { kind: 'remove', what: 'notice', path, sentence: phrase('removes', path), narrows: true }
  }
  return {
    problems: drafts
      .filter(({ content }) => content.text.includes('TODO'))
      .map(({ file }) => ({ file, path: 'text', message: 'the text is not finished' })),
    steps: [...changed.map(({ step }) => step), ...removed.map(removal)],
    async apply(tx, { by, at }) {
      for (const { namespace, code } of removed)
        await tx.rows(sql`delete from notice where namespace = ${namespace} and code = ${code}`)
      for (const { draft } of changed) {
        const { namespace, code, content } = draft
        await tx.rows(sql`
          insert into notice (namespace, code, solution, content, text, created_at, created_by, updated_at, updated_by)
          values (${namespace}, ${code}, ${solution.code}, ${JSON.stringify(content)}::jsonb, ${content.text},
            ${at}, ${by}, ${at}, ${by})
          on conflict (namespace, code) do update set content = excluded.content, text = excluded.text,
            updated_at = excluded.updated_at, updated_by = excluded.updated_by`)
      }
    },
  }
}

function stepOf(draft: NoticeDraft, deployed: readonly Notice[]): Step | undefined {
  const path = definitionPath(draft)
  const before = deployed.find((notice) => definitionPath(notice) === path)
  const step = { what: 'notice', path } as const
  if (before === undefined) return { ...step, kind: 'add', sentence: phrase('adds', path, draft.content.name) }
  if (isDeepStrictEqual({ ...before.content, text: before.text }, draft.content)) return undefined
  return { ...step, kind: 'change', sentence: phrase('changes', path) }
}
