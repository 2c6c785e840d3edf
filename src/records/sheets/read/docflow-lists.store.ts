import type { Reader } from '../../../foundation/db/database.ts'
import { sql } from '../../../foundation/db/sql.ts'
import { JsonText } from '../../../foundation/kit/json.ts'
import type { SheetType } from '../route/route.ts'

/** Maximum number of sheets in one answer. If there are more, the newest are returned. */
const maxSheets = 1_000

/**
 * Returns the sheets of an element as the public API shows them, newest first. The public API has fewer states than
 * sheets have: approvals with remarks are approvals, and every respondent without an answer has the state `none`.
 */
export async function docflowLists(
  reader: Reader,
  { app, element, types }: { readonly app: string; readonly element: string; readonly types: readonly SheetType[] },
): Promise<JsonText> {
  const row = await reader.row<{ text: string }>(sql`
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', s.id,
      'type', case s.type when 'familiarization' then 'informing' else s.type end,
      'status', case s.state when 'approvedWithRemarks' then 'approved' else s.state end,
      'respondents', (select coalesce(jsonb_agg(jsonb_build_object(
          'id', r.user_id,
          'status', case r.state when 'approvedWithRemarks' then 'approved'
            when 'approved' then r.state when 'rejected' then r.state when 'informed' then r.state
            when 'delegated' then r.state else 'none' end,
          'comment', coalesce(r.comment, ''),
          'responseTime', case when r.state in ('approved', 'approvedWithRemarks', 'rejected', 'informed', 'delegated')
            then wire_time(r.ended_at) end,
          'fileId', r.answer_file,
          'substituteId', r.substitute) order by r.stage, r.place, r.id), '[]')
        from sheet_respondent r where r.sheet = s.id)
    ) order by s.created_at desc, s.id desc), '[]')::text as text
    from (select * from sheet where app = ${app} and element = ${element} and type = any (${types}::text[])
      order by created_at desc, id desc limit ${maxSheets}) s`)
  return new JsonText(row!.text)
}
