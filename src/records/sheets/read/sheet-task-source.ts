import { type Sql, sql } from '../../../foundation/db/sql.ts'

/**
 * The work of respondents as rows of tasks, with the columns of `process_task` that lists of tasks read, and the
 * columns `sheet` and `initiator`. A task has the id of its respondent. Respondents whose turn has not come have no
 * task.
 */
export const sheetTaskRows: Sql = sql`
  select s.instance, r.id, null::uuid as template, null::int as version, s.activity as element, s.type, s.subject,
    case when r.ended_at is null then 'new'
      when r.state in ('approved', 'approvedWithRemarks', 'rejected', 'informed') then 'done' else 'cancelled' end as state,
    r.user_id as assignee, null::uuid[] as candidates, null::uuid as owner, null::uuid[] as asked,
    null::uuid[] as participants, r.due_at, 0 as priority, r.app as item_app, s.element as item,
    r.opened_at as created_at, null::timestamptz as claimed_at, r.ended_at,
    case when r.ended_at is not null then jsonb_strip_nulls(jsonb_build_object('exit', r.state,
      'by', case when not r.automatic then coalesce(r.substitute, r.user_id) end,
      'automatic', case when r.automatic then true end, 'onBehalfOf', case when r.substitute is not null then r.user_id end,
      'comment', r.comment, 'file', r.answer_file)) end as outcome,
    case s.type when 'approval' then '{"exits": [
        {"code": "approved", "name": "Approve", "required": [], "kind": "positive"},
        {"code": "approvedWithRemarks", "name": "Approve with remarks", "required": [], "kind": "positive",
          "isCommentRequired": true},
        {"code": "rejected", "name": "Reject", "required": [], "kind": "negative", "isCommentRequired": true}]}'::jsonb
      else '{"exits": [{"code": "informed", "name": "Confirm", "required": [], "kind": "positive"}]}'::jsonb end as settings,
    r.sheet, s.created_by as initiator
  from sheet_respondent r join sheet s on s.id = r.sheet where r.opened_at is not null`
